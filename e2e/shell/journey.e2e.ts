import { readPdf } from '#testing/harness/pdf-text.ts'
import { closeAlert } from '../pages/alerts.ts'
import { press } from '../pages/approval-list.ts'
import { aStaffedBank } from '../pages/bank-people.ts'
import { pick } from '../pages/choices.ts'
import {
  consentBox,
  consentPath,
  donationIdOn,
  fillDetails,
  submit as submitDonor,
} from '../pages/donor-page.ts'
import { expect, test } from '../pages/fixtures.ts'
import { choose, fields } from '../pages/link-form.ts'
import { rowOf } from '../pages/lists.ts'
import { action, detailsOf } from '../pages/orders-list.ts'
import { submit as submitCount } from '../pages/provider-forms.ts'
import { at, field, fillForm, raisePath, submit } from '../pages/raise-form.ts'

test('ROLES-30 RAISE-38 REQSTATUS-13 SHELL-37 DATA-03 AMB-212 AMB-217 AMB-250 AMB-253 AMB-254 staff raise, an admin approves, a bank counts, the provider links, the bank refuses, and staff see it move, each on their own screens', async ({
  signedIn,
  moveClock,
  db,
}) => {
  test.slow()
  await moveClock(at('10:00'))
  const staff = await signedIn('firm_pilot', raisePath)
  // called away before the second field: what was begun is kept, and offered back
  await field(staff, 'Patient ID').fill('FH-begun')
  await expect
    .poll(() => staff.evaluate(() => Object.keys(localStorage).join()))
    .toContain('crossmatch.draft ')
  await staff.reload()
  await staff.getByRole('button', { name: 'Bring it back' }).click()
  await expect(field(staff, 'Patient ID')).toHaveValue('FH-begun')
  await fillForm(staff, { 'Patient ID': 'FH-journey' })
  await submit(staff)
  await closeAlert(staff, 'Data Submitted', 'Your details have been successfully submitted')
  const { id } = await db
    .selectFrom('requests')
    .select('id')
    .where('patientId', '=', 'FH-journey')
    .executeTakeFirstOrThrow()

  await staff.getByRole('link', { name: 'Request Status' }).click()
  await expect(rowOf(staff, id)).toContainText('pending')
  await expect(staff.getByRole('columnheader').nth(3)).toHaveText('Patient ID')
  await expect(rowOf(staff, id).getByRole('cell').nth(3)).toHaveText('FH-journey')
  await staff.getByRole('combobox', { name: 'Find patient name or ID' }).fill('fhjour')
  await staff.getByRole('option').click()
  await expect(staff.getByRole('dialog', { name: `Timestamps ${id}` })).toBeVisible()
  await staff.keyboard.press('Escape')

  const admin = await signedIn('firm', '/dashboard/pilot/approval')
  await press(admin, id, 'Approve')
  await expect(rowOf(staff, id)).toContainText('hospital-admin-approved')

  const { first, id: bankId, name: bankName } = await aStaffedBank(db)
  const bank = await signedIn(first, '/dashboard/bloodbank/prbc')
  await bank.getByRole('spinbutton', { name: 'O NEG', exact: true }).fill('17')
  await submitCount(bank)
  await expect(bank.getByRole('status')).toContainText('Inventory has been successfully updated')

  const provider = await signedIn('bloodsupport', `/dashboard/admin/linkBloodBank?order=${id}`, {
    viewport: { width: 1440, height: 900 },
  })
  const { order, offers } = fields(provider)
  await expect(order).toContainText(id)
  const offered = offers.getByRole('row').filter({ hasText: bankName }).getByRole('cell')
  await expect(offered.nth(1)).toHaveText('17')
  await choose(provider, 'bank', bankName)
  await choose(provider, 'driver', 'Arun')
  await fields(provider).submit.click()
  await closeAlert(provider, 'Data Submitted', 'Data has been successfully submitted')
  await expect(rowOf(staff, id)).toContainText(`${bankId}-approved`)

  await bank.getByRole('link', { name: 'Issuing History' }).click()
  await rowOf(bank, id).getByRole('button', { name: 'Refuse' }).click()
  await bank.getByRole('dialog').getByLabel('Reason').fill('The cold room failed')
  await bank.getByRole('dialog').getByRole('button', { name: 'Refuse Order' }).click()
  // AMB-212: it waits for another bank, and whoever links one sees who refused it and why
  await expect(rowOf(staff, id)).toContainText('hospital-admin-approved')
  await expect(rowOf(bank, id)).toHaveCount(0)
  await fields(provider).id.fill(id)
  await expect(order).toContainText(`refused by ${bankId}`)
  await expect(
    offers.getByRole('row', { name: `${bankName}: refused this order: The cold room failed` }),
  ).toBeVisible()
  await provider.keyboard.press('Control+k')
  await expect(provider.getByRole('dialog', { name: 'Find anything' }).getByRole('combobox')).toBeFocused()
  await provider.keyboard.type('fh-jour')
  await expect(provider.getByRole('option', { selected: true })).toContainText(id)
  await provider.keyboard.press('Enter')
  await expect(detailsOf(provider, id)).toBeVisible()
  await provider.keyboard.press('Escape')
  await provider.getByPlaceholder('Search by Request ID...').fill(id)
  await expect(rowOf(provider, id)).toContainText(`refused by ${bankId}`)
  await action(provider, id, 'Link').click()
  const beside = provider.getByRole('complementary', { name: 'Link Blood Bank / Driver' })
  await expect(beside.getByRole('row', { name: `${bankName}: refused this order` })).toBeVisible()
})

test('ROLES-30 a donor fills in the form, the bank completes it, and its certificate is printed, each on their own pages', async ({
  visitor,
  signedIn,
}) => {
  const donor = await visitor(consentPath)
  await fillDetails(donor)
  await consentBox(donor).check()
  await submitDonor(donor)
  await closeAlert(donor, 'Data Submitted', 'successfully submitted')
  const id = await donationIdOn(donor)

  const bank = await signedIn('redbank_bloodbank', '/dashboard/bloodbank/consent')
  await rowOf(bank, id).getByText('incomplete', { exact: true }).click()
  await expect(bank.getByLabel('Name', { exact: true })).toHaveValue('Selvi Murugan')
  await pick(bank.getByLabel('Fitness'), 'FIT')
  await pick(bank.getByLabel('Quantity'), '450ml')
  await bank.getByLabel('Bag Number').fill('R 78')
  await bank.getByRole('radio', { name: 'Type the name' }).check()
  await bank.getByLabel('Name of the donor').fill('Selvi Murugan')
  await bank.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(rowOf(bank, id).getByText('complete', { exact: true })).toBeVisible()

  const coming = bank.waitForEvent('download')
  await rowOf(bank, id).getByRole('button', { name: 'Certificate' }).click()
  const chunks = []
  for await (const chunk of await (await coming).createReadStream()) chunks.push(chunk)
  const { text } = await readPdf(Buffer.concat(chunks))
  for (const said of ['Selvi Murugan', id]) expect(text).toContain(said)
})
