import { useState } from 'react'
import { type Company, camps } from '#contract/camps.ts'
import { topicOf } from '#contract/route.ts'
import { say, type Wording } from '#domain/basics/refusal.ts'
import { type CampCategory, companyWords, whyNotSaveCompany } from '#domain/camps/company.ts'
import { call, isRefusal, wordsFor } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { showAlert } from '../../ui/alert-store.ts'
import { focusOn } from '../../ui/focus.ts'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'

export const dayFields = ['days.0', 'days.1', 'days.2'] as const
export type CompanyField = 'name' | 'category' | (typeof dayFields)[number]

type Form = { name: string; category: CampCategory | null; days: [string, string, string] }
type Errors = Partial<Record<CompanyField, string>>
type Objection = Wording & { code?: string; field?: string | undefined }

const emptyForm: Form = { name: '', category: null, days: ['', '', ''] }
const inOrder: readonly CompanyField[] = ['name', 'category', ...dayFields]

export type CompanyForm = ReturnType<typeof useCompanyForm>

/** The form of Update Company DB, and what its buttons do (§5.5, §8). */
export function useCompanyForm() {
  const [form, setForm] = useState(emptyForm)
  const [errors, setErrors] = useState<Errors>({})
  const { doing, take } = useOneAtATime<'saving'>()

  function change(part: Partial<Form>, mended: CompanyField) {
    setForm((before) => ({ ...before, ...part }))
    setErrors(({ [mended]: _, ...others }) => others)
  }

  function changeDay(at: number, day: string) {
    const days = form.days.map((before, index) => (index === at ? day : before)) as Form['days']
    change({ days }, dayFields[at] ?? 'days.0')
  }

  /** A company there is, to look at or to change. */
  function fill({ name, category, days: [first = '', second = '', third = ''] }: Company) {
    setForm({ name, category, days: [first, second, third] })
    setErrors({})
    focusOn(idOf('name'))
  }

  async function submit() {
    const draft = draftOf(form)
    const refusal = whyNotSaveCompany(draft)
    if (refusal) return object({ ...refusal, ...say(companyWords, refusal) })
    await take('saving', () => save(draft))
  }

  /** What it says at the end does not keep the button busy. */
  async function save(draft: ReturnType<typeof draftOf>) {
    try {
      await call(camps.saveCompany, draft)
    } catch (error) {
      void (isRefusal(error) ? object(error.answer) : offerRestore(form, error))
      return
    }
    void queryClient.invalidateQueries({ queryKey: [topicOf(camps.companies)] })
    void tellSaved()
  }

  async function tellSaved() {
    await showAlert({ title: 'Data Submitted', text: 'The details have been successfully submitted' })
    clear()
    focusOn(idOf('name'))
  }

  async function object(objection: Objection) {
    const wrong = errorsFor(objection, form)
    setErrors(wrong)
    await showAlert(objection)
    const first = inOrder.find((field) => wrong[field])
    if (first) focusOn(idOf(first))
  }

  /** §8: a failed write clears the form; what was typed can be had back. */
  async function offerRestore(typed: Form, error: unknown) {
    clear()
    const { text } = wordsFor(error)
    const answer = await showAlert({ title: 'Database Error', text, action: { label: 'Restore' } })
    if (answer === 'action') setForm(typed)
    focusOn(idOf('name'))
  }

  function clear() {
    setForm(emptyForm)
    setErrors({})
  }

  return { form, errors, isSaving: doing !== null, change, changeDay, fill, submit }
}

const draftOf = ({ name, category, days }: Form) => ({
  name: name.trim(),
  category,
  days: days.map((day) => day || null),
})

/** An incomplete form shows all its gaps, not only the first. */
function errorsFor({ code, field, text }: Objection, form: Form): Errors {
  if (code === 'form-incomplete') {
    const gaps = inOrder.filter((one) => isEmpty(form, one))
    return Object.fromEntries(gaps.map((gap) => [gap, 'Please fill this in.']))
  }
  const wrong = inOrder.find((one) => one === field)
  return wrong ? { [wrong]: text } : {}
}

function isEmpty({ name, category, days }: Form, field: CompanyField): boolean {
  if (field === 'name') return name.trim() === ''
  if (field === 'category') return category === null
  return days[dayFields.indexOf(field)] === ''
}

export const idOf = (field: CompanyField): string => `company-${field.replace('.', '-')}`
