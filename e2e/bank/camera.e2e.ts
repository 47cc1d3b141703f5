import { shelfGroupName } from '#domain/bags/kinds.ts'
import { days, later } from '#domain/basics/time.ts'
import { labelsPdf } from '#server/documents/labels.ts'
import { filmed } from '#testing/harness/codes.ts'
import {
  aBankWithBags,
  aDonationNumber,
  bagsPath,
  beginIntake,
  drawer,
  lines,
  yesterday,
} from '../pages/bag-shelf.ts'
import { forbidCamera, giveCamera, holdUp } from '../pages/fake-camera.ts'
import { expect, test } from '../pages/fixtures.ts'

const onPhone = { viewport: { width: 390, height: 844 } }

test(
  'AMB-350 a label that we printed is held before the camera: its bag is one line, with its group and its end',
  {
    tag: '@long',
  },
  async ({ db, signedIn, axe, allowFaults }, info) => {
    // a number that nobody has is looked for as well
    allowFaults(/404/)
    const bank = await aBankWithBags(db)
    const number = aDonationNumber()
    const bag = { number, numberKind: 'isbt', component: 'PRBC', division: '', bloodGroup: 'AB-' } as const
    const dates = { collectedOn: yesterday(), expiresAt: later(new Date(), days(30)) }
    const sheet = await labelsPdf([{ ...bag, ...dates, volumeMl: 280, place: 'F2', bankName: bank.id }])
    const page = await signedIn(bank.first, null, onPhone)
    await giveCamera(page.context(), await filmed(sheet), 'bars')
    await page.goto(bagsPath)
    await beginIntake(page)
    await drawer(page).getByRole('button', { name: 'Scan with the camera' }).click()
    await expect(lines(page).first()).toContainText('Group Missing')
    await holdUp(page, 'square')
    await expect(lines(page).first()).toContainText(shelfGroupName('AB-'))
    await page.screenshot({ path: info.outputPath('camera.png') })
    await axe(page)
    // the film shows it again and again
    await page.waitForTimeout(4_000)
    await expect(lines(page)).toHaveCount(1)
    await drawer(page).getByRole('button', { name: 'Close camera' }).last().click()
    await expect(page.locator('video')).toHaveCount(0)
    await page.getByRole('button', { name: 'Save 1' }).click()
    await expect(page.getByRole('status').filter({ hasText: '1 bag taken in' })).toBeVisible()
  },
)

test('AMB-350 a camera that is not allowed is told, and the number is typed', { tag: '@long' }, async ({
  db,
  signedIn,
}) => {
  const bank = await aBankWithBags(db)
  const page = await signedIn(bank.first, null, onPhone)
  await forbidCamera(page.context())
  await page.goto(bagsPath)
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  await expect(page.getByText('The camera is not allowed here.')).toBeVisible()
})
