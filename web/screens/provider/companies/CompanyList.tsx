import type { UseQueryResult } from '@tanstack/react-query'
import type { Company } from '#contract/camps.ts'
import { ago, instantOf, showDate } from '#domain/basics/time.ts'
import { wordsFor } from '../../../api/client.ts'
import { useChangedRows } from '../../../parts/use-changed-rows.ts'
import { useNow } from '../../../parts/use-now.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { Column } from '../../../ui/table/table-shape.ts'
import classes from './CompanyList.module.css'

type CompanyListProps = {
  companies: UseQueryResult<{ items: Company[] }>
  onPick: (company: Company) => void
}

/** The companies there are; a press fills the form with one. */
export function CompanyList({ companies, onPick }: CompanyListProps) {
  const now = useNow()
  const rows = companies.data?.items
  const changed = useChangedRows(
    rows?.map(({ name, updatedAt }) => ({ id: name, version: updatedAt.getTime() })),
    '',
  )
  return (
    <section className="shrinks" aria-labelledby="companies-title">
      <div className={`ends gap-12 ${classes.head}`}>
        <h2 id="companies-title" className="heading">
          Companies
        </h2>
        {rows && <p className="muted">{rows.length === 1 ? '1 company' : `${rows.length} companies`}</p>}
      </div>
      <DataTable
        label="Companies"
        rows={rows}
        columns={columnsFor(now, onPick)}
        rowKey={({ name }) => name}
        card={(company) => <Card company={company} now={now} onPick={onPick} />}
        onRowPress={onPick}
        pageSize={6}
        changedKeys={changed}
        empty="NO DATA FOUND"
        emptyHelp="The first company you submit appears here."
        failed={
          companies.error
            ? { text: wordsFor(companies.error).text, retry: () => void companies.refetch() }
            : null
        }
      />
    </section>
  )
}

const columnsFor = (now: Date, onPick: CompanyListProps['onPick']): Column<Company>[] => [
  { title: 'Company', cell: (company) => <Name company={company} onPick={onPick} /> },
  { title: 'Category', width: 84, cell: ({ category }) => category },
  { title: 'Donation Dates', width: 284, cell: ({ days }) => <Days days={days} /> },
  {
    title: 'Updated',
    width: 104,
    cell: ({ updatedAt }) => <span className="muted">{ago(updatedAt, now)}</span>,
  },
]

type NameProps = { company: Company; onPick: CompanyListProps['onPick'] }

const Name = ({ company, onPick }: NameProps) => (
  <button
    type="button"
    className={`strong breaks bare ${classes.name}`}
    title="Fill the form with this company"
    onClick={() => onPick(company)}
  >
    <bdi>{company.name}</bdi>
  </button>
)

const Days = ({ days }: { days: readonly string[] }) => (
  <span className="figures">{days.map((day) => showDate(instantOf(day, '00:00'))).join(', ')}</span>
)

const Card = ({ company, now, onPick }: NameProps & { now: Date }) => (
  <div className={`large stack ${classes.card}`}>
    <Name company={company} onPick={onPick} />
    <span>{company.category}</span>
    <Days days={company.days} />
    <span className="muted">Updated {ago(company.updatedAt, now)}</span>
  </div>
)
