import { expect, test } from 'vitest'
import { groups, idsIn, rulings } from './requirements.ts'
import { lineOf, read, repositoryPaths, type Source } from './source.ts'

const rows = groups().flatMap((group) => group.rows.map((row) => row.id))
const sections = [...read('docs/product.md').text.matchAll(/^#+ (§[\d.]+) /gm)].map((found) => found[1] ?? '')
const trust = [...read('docs/trust.md').text.matchAll(/^\| ([TXF]\d\d) \|/gm)].map((found) => found[1] ?? '')
const defined = new Set([...rows, ...rulings(), ...sections, ...trust])

const groupOf = (id: string): string => id.slice(0, id.lastIndexOf('-'))
const groupNames = new Set([...rows, ...rulings()].map(groupOf))

const section = /§ ?(\d+(?:\.\d+)*)/g
/** Neither a colour (`#F00`) nor a time (`T05:30`). */
const danger = /(?<![\w#}-])[TXF]\d{2}\b(?!:\d)/g
/** `AMB-37, 40 and 41`: the first is found like a row. */
const further = /\bAMB-\d{2,3}((?:(?:, | and | to )\d{2,3}\b)+)/g

type Citation = { id: string; at: number }

function citationsIn(text: string): Citation[] {
  const all = (shape: RegExp, ids: (found: RegExpExecArray) => string[]): Citation[] =>
    [...text.matchAll(shape)].flatMap((found) => ids(found).map((id) => ({ id, at: found.index })))
  return [
    ...all(section, ([, number]) => [`§${number}`]),
    ...all(danger, ([id]) => [id]),
    ...all(further, ([, numbers = '']) => (numbers.match(/\d+/g) ?? []).map((number) => `AMB-${number}`)),
    ...all(/[A-Z][\w.-]+-\d[\w.-]*/g, ([word]) => idsIn(word).filter((id) => groupNames.has(groupOf(id)))),
  ]
}

const undefinedIn = (source: Source): string[] =>
  citationsIn(source.text)
    .filter(({ id }) => !defined.has(id))
    .map(({ id, at }) => `${source.path}:${lineOf(source, at)} cites ${id}, which docs/ does not define`)

test('every section, ruling, row, threat, fault and figure that is cited is defined in docs/', () => {
  const texts = repositoryPaths().filter(
    (path) =>
      /\.(md|ts|tsx|mjs|css|sql|html|json|yaml)$/.test(path) &&
      !path.startsWith('checks/') &&
      path !== 'package-lock.json',
  )
  expect(texts.map(read).flatMap(undefinedIn)).toEqual([])
})

test.each([
  ['// §4.7: a made-up section', ['§4.7']],
  ["test('T99 X77 F55 are nobody’s', run)", ['T99', 'X77', 'F55']],
  ['(rulings AMB-37, 999)', ['AMB-999']],
  ['AMB-998', ['AMB-998']],
  ['{RAISE-99, SHELL-01}', ['RAISE-99']],
])('seen: %s', (text, ids) => {
  const path = 'a.ts'
  expect(undefinedIn({ path, text })).toEqual(
    ids.map((id) => `${path}:1 cites ${id}, which docs/ does not define`),
  )
})

test.each([
  '§5.1, T01, X02, F04, AMB-20 to 23 and 28, RAISE-01..03',
  `colour: '#F99', at \`\${day}T00:00\`, UTF-16, 2026-11-15T00:30`,
])('nothing wrong: %s', (text) => {
  expect(undefinedIn({ path: 'a.ts', text })).toEqual([])
})
