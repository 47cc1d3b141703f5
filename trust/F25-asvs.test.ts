import { expect, test } from 'vitest'
import { codeFiles, isTest, read, repositoryPaths } from '../checks/source.ts'
import { tellFault } from './access/judging.ts'
import { requirementIds } from './asvs-ids.ts'
import { figure } from './figure.ts'

/** Of those that apply; less is told beside the figure. */
const aim = 95

type Row = { id: string; asks: string; shown: string }

const rowsIn = (page: string): Row[] =>
  [...page.matchAll(/^\| (V[\d.]+) \| (.+?) \| (.+) \|$/gm)].map(([, id = '', asks = '', shown = '']) => ({
    id,
    asks,
    shown,
  }))

const isGap = ({ shown }: Row): boolean => shown.startsWith('gap: ')
const isNotAsked = ({ shown }: Row): boolean => shown.startsWith('not applicable: ')
const isShown = (row: Row): boolean => !isGap(row) && !isNotAsked(row)
const ofRepository = /^(domain|contract|server|web|testing|trust|e2e|checks|docs|scripts|bench)\//

/** What is wrong with the page itself. */
function faultsOf(rows: readonly Row[], paths: ReadonlySet<string>): string[] {
  const missing = requirementIds.filter((id) => !rows.some((row) => row.id === id))
  const unknown = rows.filter(
    ({ id }, at) => !requirementIds.includes(id) || rows.findIndex((row) => row.id === id) < at,
  )
  return [
    ...missing.map((id) => `${id} is missing`),
    ...unknown.map(({ id }) => `${id} stands there twice, or is none of level 1 or 2`),
    ...rows.flatMap((row) => whyNotShown(row, paths)),
  ]
}

function whyNotShown(row: Row, paths: ReadonlySet<string>): string[] {
  const named = [...row.shown.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  const gone = named.filter((name) => ofRepository.test(name) && !paths.has(name))
  const isBare = isShown(row) && !named.some((name) => paths.has(name))
  // a gap says what there is to do, and be it nothing
  const isLeft = isGap(row) && !/To do: \S|see V\d/.test(row.shown)
  return [
    ...gone.map((name) => `${row.id} names ${name}, which is not there`),
    ...(isBare ? [`${row.id} names nothing that shows it`] : []),
    ...(isLeft ? [`${row.id} does not say what is to be done`] : []),
  ]
}

figure({
  id: 'F25',
  promise: 'a published list of security requirements',
  target: `OWASP ASVS 5.0, levels 1 and 2, ${requirementIds.length} requirements: each shown by a file or a test, or not applicable, or a gap that is named with what is to be done`,
  small: {},
  full: { parts: 1, size: {}, minutes: 1 },
  async part() {
    const rows = rowsIn(read('docs/asvs.md').text)
    const faults = faultsOf(rows, new Set(repositoryPaths()))
    for (const fault of faults) tellFault('docs/asvs.md', fault)
    return {
      faults: faults.length,
      shown: rows.filter(isShown).length,
      notAsked: rows.filter(isNotAsked).length,
      gaps: rows.filter(isGap).length,
    }
  },
  whyMissed: ({ faults }) => (faults ? `${faults} faults of the list itself` : null),
  say({ shown = 0, notAsked = 0, gaps = 0 }) {
    const percent = (100 * shown) / (shown + gaps)
    const counted = `${shown + notAsked + gaps} requirements: ${shown} shown, ${notAsked} not applicable, ${gaps} gaps ([asvs](asvs.md))`
    return `${counted}; ${percent.toFixed(1)} % of those that apply are shown${percent < aim ? `, less than the ${aim} % aimed at` : ''}`
  },
})

test('F25 a requirement that is missing, doubled, unknown or shown by nothing is found', () => {
  const paths = new Set(['trust/F25-asvs.test.ts'])
  const good = requirementIds.map((id) => ({ id, asks: 'x', shown: '`trust/F25-asvs.test.ts`' }))
  expect(faultsOf(good, paths)).toEqual([])
  expect(faultsOf(good.slice(1), paths)).toHaveLength(1)
  expect(faultsOf([...good, { id: 'V1.1.1', asks: 'x', shown: 'not applicable: none' }], paths)).toHaveLength(
    1,
  )
  expect(
    faultsOf([...good, { id: 'V1.2.10', asks: 'x', shown: 'not applicable: none' }], paths),
  ).toHaveLength(1)
  const shownBy = (shown: string) => faultsOf(good.with(0, { id: 'V1.1.1', asks: 'x', shown }), paths)
  expect(shownBy('trust me')).toEqual(['V1.1.1 names nothing that shows it'])
  expect(shownBy('`trust/F25-asvs.test.ts`, `server/gone.ts`')).toEqual([
    'V1.1.1 names server/gone.ts, which is not there',
  ])
  expect(shownBy('gap: we forgot')).toEqual(['V1.1.1 does not say what is to be done'])
  expect(shownBy('gap: none. To do: write it')).toEqual([])
})

/** What some rows say of all our code. */
test('F25 nothing switches certificates off, answers a redirect or makes code of a text', () => {
  const forbidden = /rejectUnauthorized|NODE_TLS_REJECT|\.redirect\(|\beval\(|new Function\(|shell: true/
  const found = codeFiles().filter(
    ({ path, text }) => /^(domain|contract|server|web)\//.test(path) && !isTest(path) && forbidden.test(text),
  )
  expect(found.map(({ path }) => path)).toEqual([])
})
