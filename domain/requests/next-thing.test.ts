import { expect, test } from 'vitest'
import { nextForBank, nextForHospital, nextForProvider } from './next-thing.ts'

const order = (id: string, expired = false) => ({ id, expired })
const [link, old, late, done] = [order('link'), order('old', true), order('late'), order('done')]
const message = { id: 7 }
const stopped = order('stopped')
const work = { stopped: [], toLink: [link, old], late: [late], toComplete: [done], failed: [message] }

test.each([
  ['what a driver stopped', { stopped: [stopped] }, { act: 'decide', order: stopped }],
  ['what can be linked in time', {}, { act: 'link', order: link }],
  ['what is late', { toLink: [old] }, { act: 'see', order: late }],
  ['what was delivered', { toLink: [old], late: [] }, { act: 'complete', order: done }],
  ['what was not sent', { toLink: [old], late: [], toComplete: [] }, { act: 'resend', message }],
  [
    'what nobody took in time',
    { toLink: [old], late: [], toComplete: [], failed: [] },
    { act: 'link', order: old },
  ],
  ['nothing', { toLink: [], late: [], toComplete: [], failed: [] }, null],
])('AMB-265 the next thing of the provider is %s', (_, change, next) => {
  expect(nextForProvider({ ...work, ...change })).toEqual(next)
})

test.each([
  ['an admin decides', ['a', 'b'], { approve: true, raise: true }, { act: 'approve', request: 'a' }],
  ['an admin without a decision raises', [], { approve: true, raise: true }, { act: 'raise' }],
  ['staff raise', ['a'], { approve: false, raise: true }, { act: 'raise' }],
  [
    'who may do neither follows',
    ['a'],
    { approve: false, raise: false },
    { act: 'follow', request: 'on its way' },
  ],
])('AMB-265 the next thing of a hospital: %s', (_, pending, may, next) => {
  expect(nextForHospital({ pending, onTheRoad: ['on its way'] }, may)).toEqual(next)
})

test.each([
  ['an order', ['a'], 2, ['FFP'], { act: 'issue', request: 'a' }],
  ['a donor', [], 2, ['FFP'], { act: 'consent', count: 2 }],
  ['a shelf', [], 0, ['FFP'], { act: 'count', component: 'FFP' }],
  ['nothing', [], 0, [], null],
])('AMB-265 the next thing of a bank is %s', (_, toIssue, forms, toCount, next) => {
  expect(nextForBank({ toIssue, forms, toCount })).toEqual(next)
})
