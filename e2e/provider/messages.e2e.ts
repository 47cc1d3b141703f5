import type { Page } from '@playwright/test'
import { earlier, hours } from '#domain/basics/time.ts'
import type { Channel, MessageState } from '#domain/messages/resending.ts'
import { nextNumber } from '#testing/makers/makers.ts'
import { closeAlert } from '../pages/alerts.ts'
import { expect, test } from '../pages/fixtures.ts'
import { wide } from '../pages/looks.ts'

const path = '/dashboard/admin/messages'
type Db = Parameters<Parameters<typeof test>[2]>[0]['db']

const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const rows = (page: Page) => page.getByRole('table', { name: 'Messages' }).locator('tbody tr')
const rowWith = (page: Page, text: string) => rows(page).filter({ hasText: text })
const popup = (page: Page) => page.getByRole('dialog')

type Wish = { state?: MessageState; channel?: Channel; kind?: string; body?: string; createdAt?: Date }

/** A message as it stands in the outbox; what it is called is its own. */
async function aMessage(db: Db, wish: Wish = {}) {
  const name = `Note ${nextNumber()} of ${process.pid}`
  const isMail = wish.channel !== 'sms'
  const row = {
    eventId: null,
    channel: 'mail' as const,
    kind: 'approve',
    recipient: isMail ? 'dispatch@provider.example' : '+919840000001',
    subject: isMail ? name : '',
    body: isMail ? `Dear all,\n\nplease read ${name}.` : name,
    state: 'failed' as const,
    tries: 3,
    error: wish.state === undefined || wish.state === 'failed' ? 'Error: no such mailbox' : null,
    createdAt: new Date(),
    once: name,
    ...wish,
  }
  const { id } = await db.insertInto('notifications').values(row).returning('id').executeTakeFirstOrThrow()
  return { ...row, id, name }
}

async function tick(page: Page, ...options: string[]) {
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  for (const option of options) await page.getByRole('checkbox', { name: option, exact: true }).click()
  await page.getByRole('button', { name: 'SAVE' }).click()
  await expect(page.getByRole('dialog', { name: 'Filter' })).toHaveCount(0)
}

test('T11 every message with its channel, kind, recipient, state, tries and error; in full when it is opened, but for a link that sets a password; sent meanwhile, it is not sent again', async ({
  signedIn,
  db,
}) => {
  const createdAt = earlier(new Date(), hours(73))
  const old = await aMessage(db, { kind: 'invitation', body: 'http://x.test/reset#the-token', createdAt })
  const mail = await aMessage(db)
  const text = await aMessage(db, { channel: 'sms', state: 'kept', kind: 'driver' })
  const page = await signedIn('bloodsupport', path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Messages')
  await expect(page.getByRole('columnheader')).toHaveText([
    'Time',
    'Channel',
    'Kind',
    'Recipient',
    'Message',
    'State',
    'Tries',
    'Action',
  ])
  await expect(rowWith(page, mail.name)).toContainText(/Mail.*Request approved.*dispatch@provider\.example/)
  await expect(rowWith(page, mail.name)).toContainText(/failed.*no such mailbox.*3.*Resend/)
  await expect(rowWith(page, text.name)).toContainText(
    /SMS.*Driver linked.*\+919840000001.*kept.*no gateway is set up/,
  )
  await expect(rows(page).first(), 'the newest is first').toContainText(text.name)

  await page.getByRole('button', { name: mail.name }).click()
  await expect(popup(page)).toContainText(`please read ${mail.name}.`)
  await expect(popup(page)).toContainText('refused for good')
  await page.keyboard.press('Escape')
  await expect(popup(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: mail.name })).toBeFocused()

  await page.getByRole('button', { name: old.name }).click()
  await expect(popup(page)).toContainText('Not shown: it has a link that opens an account.')
  await expect(page.locator('body')).not.toContainText('the-token')
  const resend = popup(page).getByRole('button', { name: 'Resend' })
  await expect(resend).toHaveAttribute('aria-disabled', 'true')
  await expect(resend).toHaveAccessibleDescription(/The link in this message has expired/)
  await page.keyboard.press('Escape')
  await expect(popup(page)).toHaveCount(0)

  await page.route('**/api/messages/*/resend', async (route) => {
    await db.updateTable('notifications').set({ state: 'sent' }).where('id', '=', mail.id).execute()
    await route.continue()
  })
  await rowWith(page, mail.name).getByRole('button', { name: 'Resend' }).click()
  await closeAlert(page, 'Already Sent', /./)
  await page.mouse.move(0, 0)
  await expect(rowWith(page, mail.name).getByText('sent', { exact: true })).toBeVisible()
})

test('a message that failed is sent again, and the list follows by itself', async ({
  signedIn,
  server,
  db,
}) => {
  const mail = await aMessage(db)
  const page = await signedIn('bloodsupport', path)
  const resend = rowWith(page, mail.name).getByRole('button', { name: 'Resend' })
  await expect(resend).toHaveAccessibleDescription(mail.name)
  await resend.click()
  await expect(toast(page, 'Message Queued')).toBeVisible()
  const sent = await server.mails.find(({ subject }) => subject === mail.name, 10_000)
  expect(sent.to).toEqual([mail.recipient])
  await page.mouse.move(0, 0)
  await expect(rowWith(page, mail.name).getByText('sent', { exact: true })).toBeVisible({ timeout: 15_000 })
  await expect(resend).toHaveCount(0)
})

test('the filters are of state and channel, are chips, and stay in the address; more than twenty are loaded on demand and stay while the list follows', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  // of other tests: what could not be sent yet
  await db.updateTable('notifications').set({ state: 'failed' }).where('state', '=', 'waiting').execute()
  for (let n = 0; n < 25; n++) await aMessage(db, { channel: 'sms', state: 'waiting' })
  const made = {
    failedMail: await aMessage(db),
    failedText: await aMessage(db, { channel: 'sms' }),
    keptMail: await aMessage(db, { state: 'kept' }),
    sentMail: await aMessage(db, { state: 'sent' }),
  }
  const page = await signedIn('bloodsupport', path)
  await expect(rowWith(page, made.sentMail.name)).toBeVisible()
  await tick(page, 'failed', 'kept', 'Mail')
  await expect(rowWith(page, made.sentMail.name)).toHaveCount(0)
  await expect(rowWith(page, made.failedText.name)).toHaveCount(0)
  await expect(rowWith(page, made.failedMail.name)).toBeVisible()
  await expect(rowWith(page, made.keptMail.name)).toBeVisible()
  await page.reload()
  await expect(rowWith(page, made.keptMail.name)).toBeVisible()
  await expect(rowWith(page, made.failedText.name)).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove filter State: kept' }).click()
  await expect(rowWith(page, made.keptMail.name)).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove filter Channel: Mail' }).click()
  await expect(rowWith(page, made.failedText.name)).toBeVisible()

  await page.getByRole('button', { name: 'Remove filter State: failed' }).click()
  await tick(page, 'waiting', 'SMS')
  await expect(rowWith(page, made.failedText.name)).toHaveCount(0)
  await expect(rows(page)).toHaveCount(20)
  await page.getByRole('button', { name: 'Load More +' }).click()
  await expect(rows(page)).toHaveCount(25)
  const next = await aMessage(db, { channel: 'sms', state: 'waiting' })
  await page.mouse.move(0, 0)
  await expect(rowWith(page, next.name)).toBeVisible({ timeout: 15_000 })
  await expect(rows(page)).toHaveCount(26)
})

test('by keyboard alone a message is opened, read and sent again', { tag: '@long' }, async ({
  signedIn,
  db,
}) => {
  const mail = await aMessage(db)
  const page = await signedIn('bloodsupport', path)
  const open = page.getByRole('button', { name: mail.name })
  await expect(open).toBeVisible()
  await open.focus()
  await page.keyboard.press('Enter')
  await expect(popup(page)).toBeVisible()
  const resend = popup(page).getByRole('button', { name: 'Resend' })
  for (let n = 0; n < 5 && !(await resend.evaluate((it) => it === document.activeElement)); n++)
    await page.keyboard.press('Tab')
  await expect(resend).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Message Queued')).toBeVisible()
})

test('nothing hinders anybody on Messages, wide and narrow, light and dark', {
  tag: ['@looks', '@long'],
}, async ({ signedIn, db, axe, looksGood }) => {
  const mail = await aMessage(db)
  const page = await signedIn('bloodsupport', path, wide)
  await page.getByRole('button', { name: mail.name }).click()
  await expect(popup(page)).toContainText(`please read ${mail.name}.`)
  await axe(page)
  await page.keyboard.press('Escape')
  await expect(popup(page)).toHaveCount(0)
  await looksGood(page, 'narrow')
})

test('a list that did not load says so until somebody tries again', { tag: '@long' }, async ({
  signedIn,
  allowFaults,
}) => {
  allowFaults(/500/)
  const page = await signedIn('bloodsupport', null)
  await page.clock.install()
  let asked = 0
  const answer = { code: 'unexpected', title: 'Database Error', text: 'It could not be read.' }
  await page.route('**/api/messages*', (route) => {
    asked++
    return route.fulfill({ status: 500, json: answer })
  })
  await page.goto(path)
  const failed = page.getByRole('alert').filter({ hasText: 'The list did not load' })
  await expect(async () => {
    await page.clock.runFor(1_000)
    await expect(failed).toBeVisible({ timeout: 100 })
  }).toPass()
  const before = asked
  await page.clock.runFor(10_000)
  await expect(failed).toBeVisible()
  expect(asked).toBe(before)
  await page.unroute('**/api/messages*')
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(failed).toHaveCount(0)
})
