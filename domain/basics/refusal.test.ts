import { expect, test } from 'vitest'
import { no, say } from './refusal.ts'

const words = {
  closed: { title: 'Closed', text: 'Come back at {time}, {who}.' },
  plain: { title: 'Plain', text: 'No.' },
}

test('a refusal carries only what it was given', () => {
  expect(no('closed')).toStrictEqual({ code: 'closed' })
  expect(no('closed', 'units')).toStrictEqual({ code: 'closed', field: 'units' })
  expect(no('closed', undefined, { n: 1 })).toStrictEqual({ code: 'closed', values: { n: 1 } })
})

test.each([
  ['every value is put in', { time: '8:00', who: 'Asha' }, 'Come back at 8:00, Asha.'],
  ['nought is a value', { time: 0, who: '' }, 'Come back at 0, .'],
  ['a missing value leaves its place visible', { time: '8:00' }, 'Come back at 8:00, {who}.'],
  ['a value is never read as a pattern', { time: '$&', who: '{time}' }, 'Come back at $&, {time}.'],
])('saying a refusal: %s', (_, values, text) => {
  expect(say(words, no('closed', undefined, values))).toEqual({ title: 'Closed', text })
})

test('saying a refusal without values leaves the text as it is', () => {
  expect(say(words, no('plain'))).toEqual({ title: 'Plain', text: 'No.' })
})
