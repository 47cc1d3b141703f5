import { IconInfoCircle } from '@tabler/icons-react'
import { camps } from '#contract/camps.ts'
import { Day } from '#domain/basics/day.ts'
import { dayOf } from '#domain/basics/time.ts'
import { campCategories } from '#domain/camps/company.ts'
import { useLive } from '../../../api/queries.ts'
import { LiveNow } from '../../../parts/LiveNow.tsx'
import { useNow } from '../../../parts/use-now.ts'
import { DayField } from '../../../ui/fields/DayField.tsx'
import { Dropdown } from '../../../ui/fields/Dropdown.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { PageHead } from '../../../ui/frame/PageHead.tsx'
import { CompanyList } from './CompanyList.tsx'
import classes from './CompanyScreen.module.css'
import { type CompanyForm, dayFields, useCompanyForm } from './use-company-form.ts'

const categoryOptions = campCategories.map((value) => ({ value, label: value }))
const dayLabels = ['First Donation Date', 'Second Donation Date', 'Third Donation Date']

/** §2.4: the companies that offer days for a camp. */
export function CompanyScreen({ title }: { title: string }) {
  const form = useCompanyForm()
  const companies = useLive(camps.companies, {})
  return (
    <>
      <PageHead
        title={title}
        line="A company that exists is updated; any other name is added."
        right={<LiveNow />}
      />
      <div className={classes.columns}>
        <Form className={`stack gap-20 ${classes.form}`} label={title} onSubmit={form.submit}>
          <Fields form={form} names={companies.data?.items.map(({ name }) => name) ?? []} />
          <div>
            <PushButton
              type="submit"
              kind="primary"
              className={`wide-on-phone ${classes.submit}`}
              loading={form.isBusy}
              loadingLabel="Saving"
            >
              SUBMIT DETAILS
            </PushButton>
          </div>
        </Form>
        <CompanyList companies={companies} onPick={form.fill} />
      </div>
    </>
  )
}

function Fields({ form, names }: { form: CompanyForm; names: readonly string[] }) {
  const { draft: typed, change, changeDay, fieldOf } = form
  const today = dayOf(useNow())
  const isPast = (day = '') => Day.safeParse(day).success && day < today
  const isKnown = names.includes(typed.name.trim().toLowerCase())
  return (
    <>
      <TextField
        label="Company Name"
        help="In one word, without spaces. It is kept in lower case."
        {...fieldOf('name')}
        value={typed.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        note={
          isKnown && (
            <>
              <IconInfoCircle size={16} stroke={1.75} aria-hidden />
              This company exists: its category and days are replaced.
            </>
          )
        }
      />
      <Dropdown
        label="Category"
        help="How many units a camp there gives."
        {...fieldOf('category')}
        placeholder="Choose"
        options={categoryOptions}
        value={typed.category}
        onChange={(value) =>
          change({ category: campCategories.find((category) => category === value) ?? null })
        }
      />
      <div className={`stack gap-20 ${classes.days}`}>
        {dayFields.map((field, at) => (
          <DayField
            key={field}
            label={dayLabels[at] ?? ''}
            {...fieldOf(field)}
            value={typed.days[at] ?? ''}
            onChange={(day) => changeDay(at, day)}
            note={
              isPast(typed.days[at]) && (
                <>
                  <IconInfoCircle size={16} stroke={1.75} aria-hidden />
                  This day has passed: no bank is offered it.
                </>
              )
            }
          />
        ))}
      </div>
    </>
  )
}
