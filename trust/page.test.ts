import { expect, test } from 'vitest'
import { isMissedIn, otherCommits, withNotSeen, withoutCount, withRow } from './page.ts'

const page = (...rows: string[]) => `| id |\n${rows.join('\n')}\n`
const one = '| F01 | a | b | c | today, 3 min |'
const two = '| F02 | c | d | e | each `npm test` |'

test('a figure keeps its row, and a row that is not there is not made up', () => {
  const changed = withRow(page(one, two), 'F02', '| F02 | $& | e | f | today, 12 min beside others |')
  expect(changed).toContain(`${one}\n| F02 | $& | e | f | today, 12 min beside others |\n`)
  expect(() => withRow(page(one), 'F03', '| F03 |')).toThrow('docs/trust.md has no row F03')
})

test('under the figures stands how long they take together, once, and which rows do not tell', () => {
  const first = withRow(page(one, two), 'F01', one)
  expect(first).toBe(`${page(one, two)}\nTogether: 3 minutes in 1 of 2 rows; F02 tell no minutes.\n`)
  const all = withRow(first, 'F02', '| F02 | c | d | e | today, 12 min beside others |')
  expect(all.match(/^Together.*$/gm)).toEqual(['Together: 15 minutes in 2 of 2 rows.'])
  expect(withRow(all, 'F01', one)).toBe(all)
})

test('what ended without a count is missed, and says why on one line', () => {
  expect(withoutCount(page(one, two), 'F02', 'Error: a | b\nat x', 'today')).toContain(
    '\n| F02 | c | d | **missed**: not counted, Error: a / b at x | today |\n',
  )
})

test('what is missed is seen in its own row', () => {
  const missed = withoutCount(page(one, two), 'F02', 'it threw', 'today')
  expect(['F01', 'F02', 'F03'].map((id) => isMissedIn(missed, id))).toEqual([false, true, false])
})

test('a fault whose test cannot be made here says so, until it can', () => {
  const text = '| X10 | full disk | 507: `a.ts` |\n| X11 | the same | 507 |\n'
  const told = withNotSeen(text, 'X10', 'it needs root')
  expect(told).toBe(text.replace('`a.ts` |', '`a.ts` **Not seen here**, because it needs root |'))
  expect(withNotSeen(told, 'X10', 'it needs root')).toBe(told)
  expect(withNotSeen(told, 'X10', null)).toBe(text)
})

test.each([
  [['a', 'a'], ''],
  [['a', 'b', 'a'], '; of its parts 2 on a, 1 on b'],
  [['b', 'b'], '; of its parts 2 on b'],
  [[undefined, 'a'], '; of its parts 1 on a commit that nobody kept, 1 on a'],
])('parts seen on %j, ended on a', (seenOn, said) => {
  expect(otherCommits(seenOn, 'a')).toBe(said)
})
