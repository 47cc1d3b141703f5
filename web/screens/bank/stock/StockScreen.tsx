import { IconRefresh } from '@tabler/icons-react'
import type { ComponentStock } from '#contract/stock.ts'
import { type BloodGroup, bloodGroups, type ComponentCode, groupName } from '#domain/basics/blood.ts'
import { isBankAdmin } from '#domain/people/actor.ts'
import { unitsText } from '#domain/requests/timeline.ts'
import { mostUnits } from '#domain/stock/counting.ts'
import { wordsFor } from '../../../api/client.ts'
import { useMember } from '../../../api/session.ts'
import { LiveNow } from '../../../parts/LiveNow.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { FormCell, FormFoot, FormSection } from '../../../ui/fields/FormSection.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { PageHead } from '../../../ui/frame/PageHead.tsx'
import { StockAge } from './StockAge.tsx'
import { StockDaySheet } from './StockDaySheet.tsx'
import { StockReminder } from './StockReminder.tsx'
import classes from './StockScreen.module.css'
import { bagsOf } from './stock-draft.ts'
import { type StockForm, useStockForm } from './use-stock-form.ts'

type ScreenProps = { title: string }

/** §2.3: four routes of one screen. */
export const PrbcScreen = ({ title }: ScreenProps) => <StockScreen title={title} component="PRBC" />
export const SdpScreen = ({ title }: ScreenProps) => <StockScreen title={title} component="SDP" />
export const FfpScreen = ({ title }: ScreenProps) => <StockScreen title={title} component="FFP" />
export const RdpScreen = ({ title }: ScreenProps) => <StockScreen title={title} component="RDP" />

function StockScreen({ title, component }: ScreenProps & { component: ComponentCode }) {
  const member = useMember()
  const form = useStockForm(component)
  const hasFailed = form.asked.error !== null && !form.now
  return (
    <>
      <PageHead
        title={title}
        line={`Count the units of ${component} on your shelves, group by group.`}
        right={<LiveNow />}
      />
      {!hasFailed && <StockAge form={form} component={component} />}
      {/* there before its first words, else screen readers miss them */}
      <div aria-live="polite">{form.isNews && !form.isBusy && <CountedMeanwhile form={form} />}</div>
      <Form className="readable" label={title} onSubmit={form.submit}>
        <FormSection title="Units on the shelf" help="Whole units, from 0. A blank one counts as 0.">
          <FormCell span={6}>
            {hasFailed ? (
              <Failed form={form} />
            ) : (
              <div className={classes.groups} aria-busy={!form.now}>
                {bloodGroups.map((group) => (
                  <Quantity key={group} form={form} group={group} />
                ))}
              </div>
            )}
          </FormCell>
        </FormSection>
        <FormFoot className={`row wrap ${classes.actions}`}>
          <PushButton
            type="submit"
            kind="primary"
            className={`wide-on-phone ${classes.submit}`}
            // ruling AMB-120: nothing is zeroed by accident
            disabled={!form.now}
            loading={form.doing === 'counting'}
            loadingLabel="Saving"
          >
            SUBMIT DETAILS
          </PushButton>
          {form.now && hasBags(form.now) && (
            // as if it were typed: nothing is counted until it is submitted (ruling AMB-219)
            <PushButton className="wide-on-phone" onClick={() => form.now && form.type(bagsOf(form.now))}>
              Fill from bags
            </PushButton>
          )}
          {form.isTyped && (
            <PushButton kind="quiet" onClick={form.startOver}>
              Undo changes
            </PushButton>
          )}
          {typeof form.total === 'number' && (
            <p className={`dim figures ${classes.total}`}>
              Total <strong>{form.total}</strong> {form.total === 1 ? 'unit' : 'units'}
            </p>
          )}
        </FormFoot>
      </Form>
      <StockDaySheet />
      {isBankAdmin(member) && <StockReminder />}
    </>
  )
}

function Quantity({ form, group }: { form: StockForm; group: BloodGroup }) {
  const { linked, byBags } = form.now?.shelves[group] ?? { linked: 0, byBags: null }
  const news = form.news(group)
  return (
    <TextField
      {...form.fieldOf(group)}
      label={groupName(group)}
      type="number"
      inputMode="numeric"
      min={0}
      max={mostUnits}
      step={1}
      right="units"
      autoComplete="off"
      value={form.value(group)}
      disabled={!form.now}
      onChange={({ currentTarget: { value } }) => form.type({ [group]: value })}
      note={
        <span className={classes.notes}>
          {news ? (
            <span className={classes.news}>
              <IconRefresh size={14} stroke={1.75} aria-hidden />
              {news.isTyped ? `Counted ${news.units} meanwhile. Yours is not saved.` : 'Counted just now.'}
            </span>
          ) : (
            linked > 0 && `${unitsText(linked)} linked since`
          )}
          {byBags !== null && <span className={classes.bags}>by bags: {byBags}</span>}
        </span>
      }
    />
  )
}

const hasBags = ({ shelves }: ComponentStock): boolean =>
  Object.values(shelves).some(({ byBags }) => byBags !== null)

/** What stands in the fields is partly somebody else's by now. */
const CountedMeanwhile = ({ form }: { form: StockForm }) => (
  <Notice kind="warning">
    <bdi>{form.now?.countedBy}</bdi> counted this while you were typing. Fields you did not touch show the new
    numbers; yours are kept and not saved.
  </Notice>
)

const Failed = ({ form }: { form: StockForm }) => (
  <div role="alert" className={`dim stack gap-8 ${classes.failed}`}>
    <p>The stock did not load. {wordsFor(form.asked.error).text}</p>
    <PushButton size="xs" onClick={() => void form.asked.refetch()}>
      Try again
    </PushButton>
  </div>
)
