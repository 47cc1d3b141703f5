import { topics } from '#domain/people/topics.ts'
import { press } from './approval-list.ts'
import { expect, test } from './fixtures.ts'
import { choose, fields } from './link-form.ts'
import { at, closeAlert, fillForm, raisePath, submit } from './raise-form.ts'
import { rowOf } from './request-list.ts'

test('SHELL-45 the seven routes of a blood bank open with their headings', async ({ signedIn }) => {
  const page = await signedIn('redbank_bloodbank')
  for (const id of ['prbc', 'sdp', 'ffp', 'rdp', 'history', 'bloodCamp', 'consent']) {
    const title = topics.find((topic) => topic.product === 'bloodbank' && topic.id === id)?.title ?? id
    await page.goto(`/dashboard/bloodbank/${id}`)
    await expect(page.getByRole('heading', { level: 1 }), id).toHaveText(title)
  }
})

test('ROLES-30 staff raise, an admin approves, the provider links, and staff see it move, each on the own screens', async ({
  signedIn,
  moveClock,
  db,
}) => {
  test.slow()
  await moveClock(at('10:00'))
  const staff = await signedIn('firm_pilot', raisePath)
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

  const admin = await signedIn('firm', '/dashboard/pilot/approval')
  await press(admin, id, 'Approve')
  await expect(rowOf(staff, id)).toContainText('hospital-admin-approved')

  const provider = await signedIn('bloodsupport', `/dashboard/admin/linkBloodBank?request=${id}`)
  await expect(fields(provider).order).toContainText(id)
  await choose(provider, 'bank', 'Redbank')
  await choose(provider, 'driver', 'Arun')
  await fields(provider).submit.click()
  await closeAlert(provider, 'Data Submitted', 'Data has been successfully submitted')
  await expect(rowOf(staff, id)).toContainText('redbank-approved')
})
