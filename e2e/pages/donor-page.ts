import { expect, type Locator, type Page } from '@playwright/test'
import type { Wording } from '#domain/basics/refusal.ts'
import type { DonorWords } from '#domain/donors/words.ts'
import { donorWordsEn } from '#domain/donors/words-en.ts'
import { closeAlert } from './alerts.ts'
import { pick } from './choices.ts'

export const consentPath = '/consent?bloodbankId=redbank'

export const field = (page: Page, name: keyof DonorWords['fields'], words = donorWordsEn): Locator =>
  page.getByLabel(words.fields[name].label, { exact: true })

/** Everything that must be filled in, as a donor would. */
export async function fillDetails(page: Page, words = donorWordsEn): Promise<void> {
  await field(page, 'name', words).fill('Selvi Murugan')
  await field(page, 'phone', words).fill('9840012345')
  await field(page, 'bornOn', words).fill('1994-03-12')
  await field(page, 'weightKg', words).fill('58')
  await pick(field(page, 'gender', words), words.genders.Female)
  await pick(field(page, 'bloodGroup', words), words.bloodGroups['O+'])
  await field(page, 'address', words).fill('22 Bharathi Street, Adyar')
  await pick(field(page, 'donorType', words), words.donorTypes.voluntary)
}

export const consentBox = (page: Page, words = donorWordsEn): Locator =>
  page.getByLabel(words.declarations.consent.tick)

export const submit = (page: Page, words = donorWordsEn): Promise<void> =>
  page.getByRole('button', { name: words.form.submit, exact: true }).click()

/** An alert in the words of the form. */
export const closeSaid = (page: Page, { title, text }: Wording, ok?: string): Promise<void> =>
  closeAlert(page, title, text, ok)

export const inTamil = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'தமிழ்' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ta')
}

/** As the page of thanks tells it. */
export async function donationIdOn(page: Page): Promise<string> {
  const id = page.getByTestId('donation-id')
  await expect(id).toHaveText(/^[0-9a-f]{8}$/)
  return (await id.textContent()) ?? ''
}
