import { IconAlertTriangle, IconQrcode } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListedForm } from '#contract/consent.ts'
import { sheets } from '#contract/sheets.ts'
import { groupName } from '#domain/basics/blood.ts'
import { formStatuses } from '#domain/donors/consenting.ts'
import { wordsFor } from '../../../api/client.ts'
import { LiveNow } from '../../../parts/LiveNow.tsx'
import { SheetDownload } from '../../../parts/SheetDownload.tsx'
import { Timestamp } from '../../../parts/Timestamp.tsx'
import { useChangedRows } from '../../../parts/use-changed-rows.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { SearchBox } from '../../../ui/fields/SearchBox.tsx'
import { PageHead } from '../../../ui/frame/PageHead.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { LoadMore } from '../../../ui/table/LoadMore.tsx'
import { Toolbar } from '../../../ui/table/Toolbar.tsx'
import type { Column } from '../../../ui/table/table-shape.ts'
import { CertificateButton } from './ConsentCertificate.tsx'
import classes from './ConsentList.module.css'
import { ConsentPoster } from './ConsentPoster.tsx'
import { FormBadge } from './ConsentStatus.tsx'
import { searchFor, useOpenForm } from './consent-address.ts'
import { useFoundForms } from './use-consent-search.ts'

const columns: Column<ListedForm>[] = [
  { title: 'Submitted', width: 172, cell: ({ submittedAt }) => <Timestamp at={submittedAt} /> },
  { title: 'Donation ID', width: 104, cell: (form) => <FormLink form={form} /> },
  {
    title: 'Donor',
    cell: (form) => (
      <>
        <strong id={donorAt(form)} className="medium breaks">
          <bdi>{form.name}</bdi>
        </strong>
        <br />
        <span className="muted">
          {form.gender}, {form.age}
        </span>
      </>
    ),
  },
  { title: 'Phone Number', width: 116, cell: ({ phone }) => <span className="figures">{phone}</span> },
  {
    title: 'Blood Group',
    width: 96,
    cell: ({ bloodGroup }) => <strong className="strong nowrap">{groupName(bloodGroup)}</strong>,
  },
  { title: 'Answers', width: 132, cell: (form) => <Flags form={form} /> },
  { title: 'Form Status', width: 132, cell: ({ status }) => <FormBadge status={status} /> },
  {
    title: 'Certificate',
    width: 132,
    firm: true,
    align: 'right',
    cell: (form) =>
      form.status === 'complete' && <CertificateButton id={form.id} describedBy={donorAt(form)} />,
  },
]

const donorAt = ({ id }: ListedForm): string => `donor-${id}`

type ConsentListProps = { title: string; typed: string; onType: (typed: string) => void }

/** The bank's forms, newest first. */
export function ConsentList({ title, typed, onType }: ConsentListProps) {
  const list = useFoundForms(typed)
  const { rows, hasMore, isSearching } = list
  const { open } = useOpenForm()
  const [isPoster, setPoster] = useState(false)
  const versions = rows?.map(({ id, status }) => ({ id, version: formStatuses.indexOf(status) }))
  const changed = useChangedRows(versions, typed)
  return (
    <>
      <PageHead title={title} line="Fill in, sign and decide what your donors sent." right={<LiveNow />} />
      {list.isOld && (
        <Notice kind="warning">This list may be out of date: {wordsFor(list.error).text}</Notice>
      )}
      <Toolbar
        right={
          <span className="row gap-12">
            {rows && <span>{countOf(rows.length, hasMore, isSearching)}</span>}
            <SheetDownload route={sheets.consent} input={list.sheetInput} />
          </span>
        }
      >
        <SearchBox
          value={typed}
          onChange={onType}
          label="Search by Donation ID or Phone Number"
          placeholder="Donation ID or phone..."
        />
        <PushButton
          size="sm"
          icon={<IconQrcode size={16} stroke={1.75} aria-hidden />}
          onClick={() => setPoster(true)}
        >
          Poster
        </PushButton>
      </Toolbar>
      <DataTable
        label="Donor forms"
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        card={(form) => <Card form={form} />}
        onRowPress={({ id }) => open(id)}
        viewKey={typed}
        changedKeys={changed}
        empty={isSearching ? 'DATA NOT FOUND' : 'NO DATA FOUND'}
        emptyHelp={isSearching ? searchHelp(hasMore) : 'Forms appear here by themselves as donors send them.'}
        emptyAction={
          isSearching && (
            <PushButton size="xs" onClick={() => onType('')}>
              Show all
            </PushButton>
          )
        }
        failed={list.error ? { text: wordsFor(list.error).text, retry: list.retry } : null}
      />
      {hasMore && <LoadMore loading={list.isLoadingMore} onClick={list.loadMore} />}
      <ConsentPoster opened={isPoster} onClose={() => setPoster(false)} />
    </>
  )
}

/** Does for the keyboard, and for a new tab, what a press on the row does. */
const FormLink = ({ form }: { form: ListedForm }) => (
  <Link
    to="."
    search={searchFor(form.id)}
    state={{ isFromList: true }}
    className={`medium figures ${classes.link}`}
    aria-describedby={donorAt(form)}
  >
    {form.id}
  </Link>
)

const Flags = ({ form }: { form: ListedForm }) =>
  form.flags > 0 ? (
    <span className={`inline gap-6 ${classes.flags}`}>
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      {form.flags} to look at
    </span>
  ) : (
    <span className="muted">None ticked</span>
  )

const Card = ({ form }: { form: ListedForm }) => (
  <article className="breaks stack gap-6" aria-labelledby={donorAt(form)}>
    <div className={`row wrap ends ${classes.top}`}>
      <h2 id={donorAt(form)} className="strong shrinks larger">
        <bdi>{form.name}</bdi>
      </h2>
      <FormBadge status={form.status} />
    </div>
    <p>
      <strong className="strong nowrap">{groupName(form.bloodGroup)}</strong>, {form.gender}, {form.age},{' '}
      <span className="figures">{form.phone}</span>
    </p>
    <p className="muted">
      <Timestamp at={form.submittedAt} />
    </p>
    <Flags form={form} />
    <div className={`row wrap ends ${classes.foot}`}>
      <FormLink form={form} />
      {form.status === 'complete' && <CertificateButton id={form.id} describedBy={donorAt(form)} />}
    </div>
  </article>
)

function countOf(count: number, hasMore: boolean, isSearching: boolean): string {
  if (isSearching) return `${count} found`
  const noun = count === 1 ? 'form' : 'forms'
  return hasMore ? `${count} latest ${noun}` : `${count} ${noun}`
}

const searchHelp = (hasMore: boolean): string =>
  hasMore
    ? 'None of the forms loaded so far has this. A whole donation ID or phone number is looked for in all of them.'
    : 'No form of your bank has this donation ID or phone number.'
