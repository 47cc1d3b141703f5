import { afterAll, beforeEach, expect, test } from 'vitest'
import { smtpPeer } from '#testing/peers/smtp.ts'
import { Undeliverable } from '../../db/carrying.ts'
import { asHtml, mailBy } from './mail.ts'

const peer = await smtpPeer()
afterAll(() => peer.close())
beforeEach(() => peer.behave('accept'))

const carry = mailBy(peer.url, 'Crossmatch <noreply@crossmatch.example>', 'http://crossmatch.test')
let id = 0
const aMail = (change: { recipient?: string; subject?: string; body?: string } = {}) => ({
  id: ++id,
  kind: 'raise',
  organisationId: null,
  accountId: null,
  recipient: 'day@provider.example',
  subject: 'Request 0a1b2c3d raised',
  body: 'Request ID: 0a1b2c3d\n\nhttp://crossmatch.test/x',
  tries: 0,
  ...change,
})

async function sent(change: Parameters<typeof aMail>[0]) {
  await carry(aMail(change))
  return peer.next()
}

const usual = ['content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to']

test.each([
  'a\r\nBcc: evil@evil.example',
  'a\nTo: evil@evil.example\n\nbody',
  'a\r\n\r\n<script>',
  'a\u0000b\u2028Bcc: evil@evil.example',
  'வணக்கம் மருத்துவமனை '.repeat(20),
  '=?utf-8?q?=0D=0ABcc:_evil@evil.example?=',
])('T27 the subject %j adds no header and no recipient', async (subject) => {
  const mail = await sent({ subject })
  expect([...mail.headers.keys()].sort()).toEqual(usual)
  expect(mail.to).toEqual(['day@provider.example'])
})

test.each([
  'day@provider.example, evil@evil.example',
  'Evil <evil@evil.example>',
  '"day@provider.example" evil@evil.example',
  'evil@evil.example\r\nBcc: other@evil.example',
])('T27 the recipient %j is one address or none', async (recipient) => {
  const before = peer.all.length
  await carry(aMail({ recipient })).catch(() => undefined)
  for (const { to } of peer.all.slice(before)) expect(to).not.toContain('evil@evil.example')
})

test('X14 the message id is made from the outbox row, and the text and the page say the same', async () => {
  const mail = await sent({})
  expect(mail.headers.get('message-id')).toBe(`<message-${id}@crossmatch.example>`)
  expect(mail.text.trim()).toBe('Request ID: 0a1b2c3d\n\nhttp://crossmatch.test/x')
  expect(mail.html).toContain('<a href="http://crossmatch.test/x">')
})

test('X14 a refusal for good is told apart from one for now', async () => {
  peer.behave('refuse')
  await expect(carry(aMail())).rejects.toBeInstanceOf(Undeliverable)
  peer.behave('refuse-for-now')
  await expect(carry(aMail())).rejects.not.toBeInstanceOf(Undeliverable)
})

test('T26 T58 what people typed is text in the page, never markup', () => {
  const typed = '<img src=x onerror="alert(1)"> & \'\n\nhttp://crossmatch.test/?x="><script>'
  expect(asHtml(typed, 'http://crossmatch.test')).not.toMatch(/<img|<script|"alert/)
})

test('T03 a link to us can be pressed, one to anybody else is only read', () => {
  const text =
    'https://evil.test/login Hospital\n\nhttp://crossmatch.test.evil.test/x http://crossmatch.test/dashboard'
  expect(asHtml(text, 'http://crossmatch.test').match(/href="[^"]*"/g)).toEqual([
    'href="http://crossmatch.test/dashboard"',
  ])
})
