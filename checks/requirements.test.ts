import { expect, test } from 'vitest'
import {
  coverage,
  groups,
  groupsIn,
  idsIn,
  levelsIn,
  type Proof,
  proofs,
  proofsIn,
  rulings,
  unprovedIn,
} from './requirements.ts'

/** Put together here, so that these lines name no row themselves. */
const hyphened = 'CONSENT-STAFF'

const known = new Set([...groups().flatMap((group) => group.rows.map((row) => row.id)), ...rulings()])

const unknownIn = (given: Proof[]): string[] =>
  given.flatMap(({ path, title, ids }) =>
    ids.filter((id) => !known.has(id)).map((id) => `${path}: ${id} is no row (${title})`),
  )

test('the table has its 487 rows, each id once', () => {
  const ids = groups().flatMap((group) => group.rows.map((row) => row.id))
  expect(ids).toHaveLength(487)
  expect(new Set(ids).size).toBe(487)
})

test('every row and ruling that a test names exists', () => {
  expect(unknownIn(proofs())).toEqual([])
})

test('a row that no test names at one of its levels is seen', () => {
  const [a, b] = [`${hyphened}-01`, `${hyphened}-02`]
  const rows = levelsIn(`| ${a} | §1 | x \\| y | z | U A E |\n| ${b} | §2 | x | y | U |\n| -- | -- | U |`)
  const by = (path: string, ...ids: string[]): Proof => ({ path, title: '', ids })
  expect(unprovedIn(rows, [])).toEqual([`${a} U`, `${a} A`, `${a} E`, `${b} U`])
  expect(unprovedIn(rows, [by('domain/a.test.ts', a, b)])).toEqual([`${a} A`, `${a} E`])
  expect(unprovedIn(rows, [by('e2e/a.e2e.ts', a, b)])).toEqual([`${a} A`])
  expect(unprovedIn(rows, [by('server/x/a.test.ts', a), by('e2e/a.e2e.ts', a, b)])).toEqual([])
})

test('a mistyped row is seen', () => {
  const typo = proofsIn({ path: 'a.test.ts', text: "test('RIASE-25 a pickup 29 minutes away', run)" })
  expect(unknownIn(typo)).toHaveLength(1)
  const beyond = proofsIn({ path: 'a.test.ts', text: "describe('RAISE-40..46', run)" })
  expect(unknownIn(beyond)).toEqual(['a.test.ts: RAISE-46 is no row (RAISE-40..46)'])
})

test.each([
  ['RAISE-25 a pickup 29 minutes away', ['RAISE-25']],
  ['RAISE-25, RAISE-27 edges', ['RAISE-25', 'RAISE-27']],
  ['SHELL-09..11 messages', ['SHELL-09', 'SHELL-10', 'SHELL-11']],
  ['SHELL-09..SHELL-10 messages', ['SHELL-09', 'SHELL-10']],
  [`${hyphened}-07 AMB-137 opens a form`, [`${hyphened}-07`, 'AMB-137']],
  ['UTF-8, SHA-256 and 2025-11-15 are no rows', []],
])('%s', (title, ids) => {
  expect(idsIn(title)).toEqual(ids)
})

test.each([
  ["test('RAISE-25 x', run)", ['RAISE-25']],
  ["test.describe('as RAISE-25 says', run)", ['RAISE-25']],
  ["test.each(rows)('RAISE-25 %s', run)", ['RAISE-25']],
  ["test.each([['RAISE-25 x', 1], ['RAISE-26 y', 2]])('%s', run)", ['RAISE-25', 'RAISE-26']],
  ['test(`RAISE-25 of \x24{n}`, run)', ['RAISE-25']],
  ["// test('RAISE-25 x', run)", []],
  ["say('as RAISE-25 says')", []],
])('titles in: %s', (text, ids) => {
  expect(proofsIn({ path: 'a.test.ts', text }).flatMap((proof) => proof.ids)).toEqual(ids)
})

test('the written table counts, links and shortens', () => {
  const rows = groupsIn(
    '### RAISE — Raise (2 rows)\n| RAISE-01 | §5.1 | Says {a\\|b}. | x | E |\n| RAISE-02 | §9 | Y. | x | E |',
  )
  const text = coverage(rows, [{ path: 'e2e/a.e2e.ts', title: 'RAISE-01 a|b shows', ids: ['RAISE-01'] }])
  expect(text).toContain('1 of 2 rows are proved by a test.')
  expect(text).toContain('## RAISE — Raise (1 of 2)')
  expect(text).toContain('| RAISE-01 | Says {a\\|b}. | [e2e/a.e2e.ts](../e2e/a.e2e.ts): a\\|b shows |')
  expect(text).toContain('| RAISE-02 | Y. |  |')
})
