import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { codeFiles, isTest, type Node, parsed, root, type Source, walk } from './source.ts'

export interface Row {
  id: string
  statement: string
}
export interface Group {
  title: string
  rows: Row[]
}
/** A title of a test, and the rows and rulings it names. */
export interface Proof {
  path: string
  title: string
  ids: string[]
}

const rowsFile = join(root, 'docs/requirements-rows.md')
const rulingsFile = join(root, 'docs/rulings.md')
const coverageFile = join(root, 'dist/requirements.md')

/** RAISE-25, CONSENT-STAFF-07, AMB-100; two or three digits, so that UTF-8 and SHA-256sum are not rows. */
const idShape = /\b([A-Z]{2,}(?:-[A-Z]+)*)-(\d{2}|(?<=AMB-)\d{3})\b(?:\.\.(?:\1-)?(\d{2,3})\b)?/g
const beginsWithId = /^[A-Z]{2,}(?:-[A-Z]+)*-\d{2}\b/

export const groups = (): Group[] => groupsIn(readFileSync(rowsFile, 'utf8'))

export const rulings = (): string[] =>
  [...readFileSync(rulingsFile, 'utf8').matchAll(/^\*\*(AMB-\d+)\*\*/gm)].map((found) => found[1] ?? '')

export function groupsIn(markdown: string): Group[] {
  const found: Group[] = []
  for (const line of markdown.split('\n')) {
    const heading = /^### (.+?)(?: \(\d+ rows?\))?$/.exec(line)?.[1]
    if (heading) found.push({ title: heading, rows: [] })
    const [, id, , statement] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    if (id && statement && /^[A-Z-]+-\d{2}$/.test(id)) found.at(-1)?.rows.push({ id, statement })
  }
  return found
}

/** The tests of the repository itself name made-up rows and prove none. */
export const proofs = (): Proof[] =>
  codeFiles()
    .filter(({ path }) => isTest(path) && !path.startsWith('checks/'))
    .flatMap(proofsIn)

/** Titles anywhere in a file: the words a runner is given, and table cells that begin with a row. */
export function proofsIn(source: Source): Proof[] {
  const found: Proof[] = []
  walk(parsed(source).program, (node, parent) => {
    const title = textOf(node)
    if (title === null) return
    const isTitle =
      parent?.type === 'CallExpression' && parent.arguments[0] === node && isRunner(parent.callee)
    if (!isTitle && !beginsWithId.test(title)) return
    const ids = idsIn(title)
    if (ids.length > 0) found.push({ path: source.path, title, ids })
  })
  return found
}

function textOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type !== 'TemplateLiteral') return null
  return node.quasis.map((part) => part.value.cooked ?? '').join('…')
}

function isRunner(node: Node): boolean {
  if (node.type === 'Identifier') return /^(test|it|describe)$/.test(node.name)
  if (node.type === 'MemberExpression') return isRunner(node.object)
  return node.type === 'CallExpression' && isRunner(node.callee)
}

/** Single (`RAISE-25`), listed (`RAISE-25, RAISE-26`) and ranged (`SHELL-01..12`). */
export function idsIn(title: string): string[] {
  return [...title.matchAll(idShape)].flatMap(([, group, first = '', last = first]) => {
    const numbers = Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, step) => Number(first) + step,
    )
    return numbers.map((number) => `${group}-${String(number).padStart(2, '0')}`)
  })
}

/** What a row asks for in its last column: a rule, a call over HTTP, a scene in the browser. */
type Level = 'U' | 'A' | 'E'
const rowShape = /^\| ([A-Z-]+-\d{2}) \|.*\| ([UAE](?: [UAE])*) \|$/gm

export const levelsIn = (markdown: string): [id: string, levels: Level[]][] =>
  [...markdown.matchAll(rowShape)].map(([, id = '', levels = '']) => [id, levels.split(' ') as Level[]])

function levelOf(path: string): Level {
  if (path.startsWith('e2e/')) return 'E'
  return /^(server|trust)\//.test(path) ? 'A' : 'U'
}

/** A call or a scene shows a rule at work too; nothing shows a call or a scene but one. */
export function unprovedIn(rows: [id: string, levels: Level[]][], given: Proof[]): string[] {
  const proved = new Map<string, Set<Level>>()
  for (const { path, ids } of given)
    for (const id of ids) proved.set(id, (proved.get(id) ?? new Set()).add(levelOf(path)))
  return rows.flatMap(([id, levels]) =>
    levels
      .filter((level) => (level === 'U' ? !proved.has(id) : !proved.get(id)?.has(level)))
      .map((level) => `${id} ${level}`),
  )
}

export function coverage(all: Group[], given: Proof[]): string {
  const byRow = new Map<string, Proof[]>()
  for (const proof of given) for (const id of proof.ids) byRow.set(id, [...(byRow.get(id) ?? []), proof])
  const provedIn = (rows: Row[]) => rows.filter((row) => byRow.has(row.id)).length
  const rows = all.flatMap((group) => group.rows)

  return [
    '# Requirements and their tests',
    '',
    `${provedIn(rows)} of ${rows.length} rows are proved by a test.`,
    '',
    'Written by `node checks/requirements.ts`, not by hand. A row counts as proved where the title of a test names it. How each row is checked from outside: [the rows in full](../docs/requirements-rows.md).',
    ...all
      .filter((group) => group.rows.length > 0)
      .flatMap((group) => [
        '',
        `## ${group.title} (${provedIn(group.rows)} of ${group.rows.length})`,
        '',
        '| id | statement | proved by |',
        '|---|---|---|',
        ...group.rows.map((row) => `| ${row.id} | ${row.statement} | ${cellOf(byRow.get(row.id) ?? [])} |`),
      ]),
    '',
  ].join('\n')
}

/** One line a file: its name as a link and the first two titles. */
function cellOf(given: Proof[]): string {
  const paths = [...new Set(given.map((proof) => proof.path))].sort()
  return paths
    .map((path) => {
      const titles = [
        ...new Set(given.filter((proof) => proof.path === path).map(({ title }) => short(title))),
      ]
      const more = titles.length > 2 ? `; ${titles.length - 2} more` : ''
      return `[${path}](../${path}): ${titles.slice(0, 2).join('; ')}${more}`
    })
    .join('<br>')
}

function short(title: string): string {
  const words = title
    .replace(idShape, '')
    .replace(/^[\s,:–-]+/, '')
    .replace(/\s+/g, ' ')
    .replace(/[|\\<>`*_[\]]/g, '\\$&')
  return words.length > 72 ? `${words.slice(0, 70).replace(/\\$/, '').trimEnd()}…` : words
}

if (import.meta.main) {
  mkdirSync(dirname(coverageFile), { recursive: true })
  writeFileSync(coverageFile, coverage(groups(), proofs()))
  process.stdout.write(`${coverageFile}\n`)
}
