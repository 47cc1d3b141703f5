import { expect, test } from 'vitest'
import { whyNoLonger } from './still-theirs.ts'

const person = {
  isAdmin: true,
  email: 'a@mail.example',
  phone: '98401 10014',
  choices: { 'taken mail': true, 'taken sms': true, 'raised mail': true },
}
const mail = { kind: 'taken', way: 'mail', recipient: person.email } as const
const text = { kind: 'taken', way: 'sms', recipient: person.phone } as const

test.each([
  ['as it was', person, mail, null],
  ['as it was, by text', person, text, null],
  ['a trial of What I hear', person, { ...mail, kind: 'ring' }, null],
  ['stopped', undefined, mail, /does not act there/],
  ['another number', { ...person, phone: '98401 10015' }, text, /another address or number/],
  ['no number', { ...person, phone: '' }, text, /another address or number/],
  ['another address', { ...person, email: 'b@mail.example' }, mail, /another address or number/],
  ['an address that nobody proved', { ...person, email: null }, mail, /another address or number/],
  ['switched off', { ...person, choices: { 'taken sms': true } }, mail, /does not hear of it/],
  ['an admin no more', { ...person, isAdmin: false }, { ...mail, kind: 'raised' }, /does not act there/],
])('AMB-308 a message of one’s own, asked about again: %s', (_, now, own, why) => {
  const said = whyNoLonger(now, own)
  if (why === null) expect(said).toBeNull()
  else expect(said).toMatch(why)
})
