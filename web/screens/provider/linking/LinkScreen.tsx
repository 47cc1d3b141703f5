import { orders } from '#contract/orders.ts'
import { useLive } from '../../../api/queries.ts'
import { LiveNow } from '../../../parts/LiveNow.tsx'
import { useUrlText } from '../../../parts/use-url-text.ts'
import { showAlert } from '../../../ui/feedback/alert-store.ts'
import { Form } from '../../../ui/fields/Form.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { PageHead } from '../../../ui/frame/PageHead.tsx'
import { DriverField } from '../DriverField.tsx'
import { LinkDone } from '../LinkDone.tsx'
import { BankFields, KeptChoices, RequestIdField } from '../LinkFields.tsx'
import { LinkOrder } from '../LinkOrder.tsx'
import { waitingBeside } from '../next-to-link.ts'
import { useLink } from '../use-link.ts'
import classes from './LinkScreen.module.css'

export function LinkScreen({ title }: { title: string }) {
  const linking = useLink({ order: useUrlText('order'), onLinked: tellLinked })
  const { data: summary } = useLive(orders.summary, {})
  const { done } = linking
  const next = summary ? waitingBeside(summary.toLink, '', linking.linked).waiting : []
  return (
    <>
      <PageHead title={title} line={summary && waitingText(summary.toLink.count)} right={<LiveNow />} />
      {/* there before its first words, else screen readers miss them */}
      <div role="status">{done && <LinkDone {...done} onClose={linking.dismiss} />}</div>
      <Form className={classes.form} label={title} onSubmit={linking.submit}>
        <div className={classes.id}>
          <RequestIdField linking={linking} next={next} />
          <KeptChoices linking={linking} />
        </div>
        <div className={classes.order}>
          <LinkOrder linking={linking} />
        </div>
        <div className={classes.rest}>
          <BankFields linking={linking} />
          <DriverField linking={linking} />
          <div className={classes.bar}>
            <PushButton
              type="submit"
              kind="primary"
              className={`wide-on-phone ${classes.submit}`}
              loading={linking.isBusy}
              loadingLabel="Saving"
            >
              Link Blood Bank / Driver
            </PushButton>
          </div>
        </div>
      </Form>
    </>
  )
}

/** §8. */
async function tellLinked(): Promise<string> {
  await showAlert({ kind: 'success', title: 'Data Submitted', text: 'Data has been successfully submitted' })
  return ''
}

function waitingText(count: number): string {
  const told = 'The driver gets a text message with the order link.'
  if (count === 0) return `No approved request waits for a blood bank. ${told}`
  return `${count === 1 ? '1 approved request has' : `${count} approved requests have`} no blood bank yet. ${told}`
}
