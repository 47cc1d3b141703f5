import { IconInfoCircle } from '@tabler/icons-react'
import { bags } from '#contract/bags.ts'
import { camps } from '#contract/camps.ts'
import { shortText } from '#domain/bags/showing.ts'
import { dayOf, showDate } from '#domain/basics/time.ts'
import { campCategories } from '#domain/camps/company.ts'
import { useLive, useLiveList } from '../../../api/queries.ts'
import { LiveNow } from '../../../parts/LiveNow.tsx'
import { now } from '../../../server-clock.ts'
import { Dropdown } from '../../../ui/fields/Dropdown.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { PageHead } from '../../../ui/frame/PageHead.tsx'
import { CampList, dayText } from './CampList.tsx'
import classes from './CampScreen.module.css'
import { askedBefore, type CampForm, useCampForm } from './use-camp-form.ts'

const categoryOptions = campCategories.map((value) => ({ value, label: value }))

/** §2.3: blood units by a camp at a company. */
export function CampScreen({ title }: { title: string }) {
  const form = useCampForm()
  const list = useLiveList(camps.list, {})
  const short = shortText(useLive(bags.shelf, {}).data)
  const before = askedBefore(list.rows, form.draft)
  return (
    <>
      <PageHead title={title} line="Ask for blood units from a camp at a company." right={<LiveNow />} />
      <div className={classes.columns}>
        <Form
          className={`stack gap-20 ${classes.form}`}
          label={title}
          onSubmit={() => void form.submit(before)}
        >
          <Dropdown
            {...form.fieldOf('category')}
            label="Category"
            help={`How many units you hope for.${short ? ` ${short}` : ''}`}
            placeholder="Choose"
            options={categoryOptions}
            value={form.draft.category}
            onChange={(value) => void form.chooseCategory(value)}
          />
          <Dropdown
            {...form.fieldOf('day')}
            label="Camp Date"
            help={dayHelp(form)}
            placeholder={form.isLoading ? 'Loading' : 'Choose'}
            options={(form.days ?? []).map((day) => ({ value: day, label: dayText(day) }))}
            value={form.draft.day}
            onChange={(day) => form.change({ day })}
            disabled={!form.days?.length}
            note={
              before && (
                <span className={classes.note}>
                  <IconInfoCircle size={16} stroke={1.75} aria-hidden />
                  You asked for this camp on {showDate(before.askedAt)} already.
                </span>
              )
            }
          />
          {form.hasFailed && (
            <p className={`dim row wrap ${classes.failed}`}>
              The days did not load.
              <PushButton size="xs" onClick={() => void form.chooseCategory(form.draft.category)}>
                Try again
              </PushButton>
            </p>
          )}
          <div>
            <PushButton
              type="submit"
              kind="primary"
              className={`wide-on-phone ${classes.submit}`}
              loading={form.isBusy}
              loadingLabel="Sending"
            >
              Submit
            </PushButton>
          </div>
        </Form>
        <CampList list={list} today={dayOf(now())} />
      </div>
    </>
  )
}

function dayHelp({ days, isLoading, draft }: CampForm): string {
  if (draft.category === null) return 'Choose a category first.'
  if (isLoading || days === null) return 'A day that a company of this category offers.'
  if (days.length === 0) return 'No company of this category offers a day.'
  return days.length === 1 ? '1 day is offered.' : `${days.length} days are offered.`
}
