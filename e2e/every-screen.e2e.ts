import { topics } from '#domain/people/topics.ts'
import { aRequest } from '#testing/makers.ts'
import { expect, test } from './fixtures.ts'

const people = { pilot: 'firm', plus: 'city_admin', bloodbank: 'redbank_bloodbank', admin: 'bloodsupport' }

test('SHELL-43 every screen of every product opens for its people, and every public page for anybody', async ({
  signedIn,
  visitor,
  db,
}) => {
  test.setTimeout(120_000)
  const { id } = await aRequest(db, { hospitalId: 'firm', status: 'hospital-admin-approved' })
  for (const [product, email] of Object.entries(people)) {
    const page = await signedIn(email)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Good ')
    for (const topic of topics.filter((one) => one.product === product)) {
      await page.goto(`/dashboard/${product}/${topic.id}`)
      await expect(page.getByRole('heading', { level: 1 }), topic.id).toHaveText(topic.title)
    }
    if (product !== 'pilot') continue
    await page.goto(`/dashboard/pilot/liveStatus/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(id)
  }
  const anybody = await visitor('/')
  for (const [path, title] of [
    ['/', 'Sign in'],
    ['/signup/redbank', 'Sign your hospital up'],
    ['/consent?bloodbankId=redbank', 'Blood Donor Form'],
    ['/terms', 'Terms'],
    ['/privacy', 'Privacy'],
  ] as const) {
    await anybody.goto(path)
    await expect(anybody.getByRole('heading', { level: 1 }), path).toContainText(title)
  }
})
