import { IconArrowLeft } from '@tabler/icons-react'
import { consent, type SeenForm } from '#contract/consent.ts'
import { DonationId } from '#domain/donors/consenting.ts'
import type { Language } from '#domain/donors/languages.ts'
import { isRefusal, wordsFor } from '../../../api/client.ts'
import { useLive } from '../../../api/queries.ts'
import { Arrival } from '../../../parts/Arrival.tsx'
import { LiveNow } from '../../../parts/LiveNow.tsx'
import { Timestamp } from '../../../parts/Timestamp.tsx'
import { NotFound } from '../../../ui/feedback/NotFound.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { PageHead } from '../../../ui/frame/PageHead.tsx'
import { TableLoading } from '../../../ui/table/DataTableStates.tsx'
import { Toolbar } from '../../../ui/table/Toolbar.tsx'
import { CertificateButton } from './ConsentCertificate.tsx'
import { ConsentForm } from './ConsentForm.tsx'
import classes from './ConsentPage.module.css'
import { ConsentReading } from './ConsentReading.tsx'
import { FormBadge } from './ConsentStatus.tsx'
import type { KeptChanges } from './consent-changes.ts'

type ConsentPageProps = { id: string; kept: KeptChanges; onClose: () => void }

/** One donor form: to be filled in while it is incomplete, to be read once it is decided. */
export function ConsentPage({ id, kept, onClose }: ConsentPageProps) {
  const isId = DonationId.safeParse(id).success
  const { data: form, error, isRefetchError, refetch } = useLive(consent.show, { id }, { enabled: isId })
  const back = (
    <PushButton size="sm" icon={<IconArrowLeft size={16} stroke={1.75} aria-hidden />} onClick={onClose}>
      Go Back
    </PushButton>
  )
  // another bank's and one that never was look the same
  if (!isId || (isRefusal(error) && error.status === 404)) {
    return (
      <Arrival path="">
        <NotFound action={back} />
      </Arrival>
    )
  }
  return (
    <>
      <PageHead
        title="Blood Donor Consent Form"
        line={form ? <About form={form} /> : '\u00a0'}
        right={<LiveNow />}
      />
      {error && (
        <Notice kind="warning" onRetry={refetch}>
          <span>
            {isRefetchError ? 'This page may be out of date' : 'This form did not load'}:{' '}
            {wordsFor(error).text}
          </span>
        </Notice>
      )}
      <Toolbar>
        {back}
        {form?.status === 'complete' && <CertificateButton id={id} describedBy={donorId} />}
      </Toolbar>
      {!form && !error && <TableLoading />}
      {form?.status === 'incomplete' && <ConsentForm form={form} kept={kept} onClose={onClose} />}
      {form && form.status !== 'incomplete' && <ConsentReading form={form} />}
    </>
  )
}

const donorId = 'consent-donor'

/** English goes without saying. */
const inLanguage: Record<Language, string> = { en: '', ta: ' in Tamil' }

const About = ({ form }: { form: SeenForm }) => (
  <span className={`breaks row wrap ${classes.about}`}>
    <strong id={donorId}>
      <bdi>{form.name}</bdi>
    </strong>
    <span>
      Donation ID <strong>{form.id}</strong>
    </span>
    <span>
      sent <Timestamp at={form.submittedAt} />
      {inLanguage[form.language]}
    </span>
    <FormBadge status={form.status} />
  </span>
)
