import type { SeenForm } from '#contract/consent.ts'
import { Form } from '../../../ui/fields/Form.tsx'
import { FormBeside, FormFoot, FormUnder } from '../../../ui/fields/FormSection.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { ConsentAdvice } from './ConsentAdvice.tsx'
import { ConsentAnswers } from './ConsentAnswers.tsx'
import { ConsentDonor } from './ConsentDonor.tsx'
import { ConsentFindings } from './ConsentFindings.tsx'
import classes from './ConsentForm.module.css'
import { ConsentSignature } from './ConsentSignature.tsx'
import type { KeptChanges } from './consent-changes.ts'
import { useConsentForm } from './use-consent-form.ts'

type ConsentFormProps = { form: SeenForm; kept: KeptChanges; onClose: () => void }

/** Answers that speak against the donor first, then who they are, what was found, and the signature. */
export function ConsentForm({ form, kept, onClose }: ConsentFormProps) {
  const state = useConsentForm(form, kept, onClose)
  const { doing: act, press } = state
  return (
    <FormBeside
      form={
        <Form className="readable" label="Blood Donor Consent Form" onSubmit={() => press('complete')}>
          <ConsentAnswers state={state} />
          <ConsentDonor state={state} />
          <FormUnder className={classes.between}>
            <ConsentAdvice draft={state.draft} />
          </FormUnder>
          <ConsentFindings state={state} />
          <ConsentSignature state={state} />
          <FormFoot className="row gap-12 wrap">
            <PushButton
              type="submit"
              kind="primary"
              className={`wide-on-phone ${classes.submit}`}
              loading={act === 'complete'}
              loadingLabel="Saving"
              disabled={act !== null && act !== 'complete'}
            >
              Submit
            </PushButton>
            <PushButton
              loading={act === 'reject'}
              disabled={act !== null && act !== 'reject'}
              onClick={() => void press('reject')}
            >
              Reject
            </PushButton>
            <PushButton
              kind="quiet"
              loading={act === 'save'}
              disabled={act !== null && act !== 'save'}
              onClick={() => void press('save')}
            >
              Save for later
            </PushButton>
          </FormFoot>
        </Form>
      }
    >
      <ConsentAdvice draft={state.draft} />
    </FormBeside>
  )
}
