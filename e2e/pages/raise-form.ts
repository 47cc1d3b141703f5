import type { Locator, Page } from '@playwright/test'

export const raisePath = '/dashboard/pilot/request'

const typed = ['Patient Name', 'Patient ID', 'Age', 'Units', 'Reason'] as const
const times = ['Sample Pickup Time', 'Delivery Deadline Time'] as const
const chosen = [
  'Gender',
  'Blood Group',
  'Component',
  'Order Type',
  'Sample Pickup Day',
  'Delivery Deadline Day',
  'Reservation Hours',
] as const
type Label = (typeof typed)[number] | (typeof times)[number] | (typeof chosen)[number]
type Answers = Partial<Record<Label, string>>

/** Good at ten in the morning, in the order of the screen. A day is chosen by how many days off it is. */
const answers = {
  'Patient Name': 'Lakshmi Narayanan',
  'Patient ID': 'FH-118188',
  Age: '58',
  Gender: 'Female',
  'Blood Group': 'O NEG',
  Component: 'Packed Red Blood Cells',
  Units: '2',
  Reason: 'Emergency laparotomy, Hb 6.1',
  'Order Type': 'immediate',
  'Sample Pickup Day': '0',
  'Sample Pickup Time': '11:40',
} satisfies Answers

/** A moment of the day on which these tests play. */
export const at = (time: string): string => `2026-11-20T${time}:00+05:30`

/** The raises that a page sends from now on. */
export const postsOf = (page: Page) => {
  const posts: { key: string | undefined }[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/requests'))
      posts.push({ key: request.headers()['idempotency-key'] })
  })
  return posts
}

export const field = (page: Page, label: Label): Locator => page.getByLabel(label, { exact: true })
export const submit = (page: Page) => page.getByRole('button', { name: 'Submit Request' }).click()

/** Fills the form in; an empty text leaves its field out. */
export async function fillForm(page: Page, change: Answers = {}): Promise<void> {
  for (const [label, answer] of Object.entries({ ...answers, ...change })) {
    if (answer !== '') await answerField(page, label as Label, answer)
  }
}

export async function answerField(page: Page, label: Label, answer: string): Promise<void> {
  if (!(chosen as readonly string[]).includes(label)) return field(page, label).fill(answer)
  const options = await openChoices(page, label)
  // a day's name changes with the day, so it is chosen by its place
  const option = label.endsWith('Day')
    ? options.nth(Number(answer))
    : page.getByRole('listbox').getByRole('option', { name: answer, exact: true })
  await option.click()
}

export async function openChoices(page: Page, label: Label): Promise<Locator> {
  await field(page, label).click()
  return page.getByRole('listbox').getByRole('option')
}
