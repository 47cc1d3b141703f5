import { type Company, camps } from '#contract/camps.ts'
import { topicOf } from '#contract/route.ts'
import { type CampCategory, companyWords, whyNotSaveCompany } from '#domain/camps/company.ts'
import { call, isRefusal } from '../../../api/client.ts'
import { queryClient } from '../../../api/queries.ts'
import { toFillIn } from '../../../parts/form-errors.ts'
import { useForm } from '../../../parts/use-form.ts'
import { showAlert } from '../../../ui/feedback/alert-store.ts'

export const dayFields = ['days.0', 'days.1', 'days.2'] as const
const fields = ['name', 'category', ...dayFields] as const

type Draft = { name: string; category: CampCategory | null; days: [string, string, string] }
const empty: Draft = { name: '', category: null, days: ['', '', ''] }

export type CompanyForm = ReturnType<typeof useCompanyForm>

/** The form of Update Company DB, and what its buttons do (§5.5, §8). */
export function useCompanyForm() {
  const form = useForm({ name: 'company', empty, fields, gaps: gapsIn })
  const { draft } = form

  function changeDay(at: number, day: string) {
    const days = draft.days.map((before, index) => (index === at ? day : before)) as Draft['days']
    form.change({ days }, dayFields[at] ?? 'days.0')
  }

  /** A company there is, to look at or to change. */
  function fill({ name, category, days: [first = '', second = '', third = ''] }: Company) {
    form.setDraft({ name, category, days: [first, second, third] })
    form.mend()
    form.focus('name')
  }

  async function submit() {
    const input = inputOf(draft)
    const refusal = whyNotSaveCompany(input)
    if (refusal) return form.refuse(companyWords, refusal)
    // what it says at the end does not keep the button busy
    const failed = (error: unknown) => void (isRefusal(error) ? form.tell(error) : offerRestore(error))
    if ((await form.send(() => call(camps.saveCompany, input), { failed })) === null) return
    void queryClient.invalidateQueries({ queryKey: [topicOf(camps.companies)] })
    await showAlert({
      kind: 'success',
      title: 'Data Submitted',
      text: 'The details have been successfully submitted',
    })
    form.clear()
    form.focus('name')
  }

  async function offerRestore(error: unknown) {
    if (!(await form.offerRestore(error))) form.focus('name')
  }

  return { ...form, changeDay, fill, submit }
}

const inputOf = ({ name, category, days }: Draft) => ({
  name: name.trim(),
  category,
  days: days.map((day) => day || null),
})

const gapsIn = ({ name, category, days }: Draft) =>
  toFillIn([
    ...(name.trim() === '' ? (['name'] as const) : []),
    ...(category === null ? (['category'] as const) : []),
    ...dayFields.filter((_, at) => days[at] === ''),
  ])
