import { expect, test } from 'vitest'
import {
  codeFiles,
  faultsIn,
  isTest,
  lineOf,
  type Node,
  parsed,
  read,
  repositoryPaths,
  type Source,
} from './source.ts'

const longest = 400

const isTooLong = ({ text }: Source) => text.trimEnd().split('\n').length > longest

const longestHook = 80

/** A longer one is several things, each of which could have a name (decision 33). */
const longHooks = (source: Source): string[] =>
  faultsIn(source, (node) => {
    if (node.type !== 'FunctionDeclaration' || !/^use[A-Z]/.test(node.id?.name ?? '')) return null
    const lines = lineOf(source, node.end) - lineOf(source, node.start) + 1
    return lines > longestHook ? `has ${lines} lines in ${node.id?.name}` : null
  })

/** `any` in every position, and the comments that switch the compiler off. */
function untyped(source: Source): string[] {
  const silenced = parsed(source)
    .comments.filter((comment) => /@ts-(ignore|nocheck)/.test(comment.value))
    .map((comment) => `${source.path}:${lineOf(source, comment.start)} silences the compiler`)
  return [...silenced, ...faultsIn(source, (node) => (node.type === 'TSAnyKeyword' ? 'says any' : null))]
}

const passedOver = new Set(['skip', 'only', 'todo', 'fixme', 'skipIf', 'runIf'])

function notRun(source: Source): string[] {
  return faultsIn(source, (node) => {
    if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier') return null
    return passedOver.has(node.property.name) && isRunner(node.object) ? `has .${node.property.name}` : null
  })
}

/** `test`, and what hangs on it: `test.describe`, `test.each(rows)`. */
function isRunner(node: Node): boolean {
  if (node.type === 'Identifier') return /^(test|it|describe|suite|context)$/.test(node.name)
  if (node.type === 'MemberExpression') return isRunner(node.object)
  return node.type === 'CallExpression' && isRunner(node.callee)
}

const files = codeFiles()

test(`no source file has more than ${longest} lines`, () => {
  const sources = repositoryPaths().filter((path) => /\.(ts|tsx|mjs|js|css|sql)$/.test(path))
  expect(
    sources
      .map(read)
      .filter(isTooLong)
      .map(({ path }) => path),
  ).toEqual([])
})

test(`no hook has more than ${longestHook} lines`, () => {
  expect(files.flatMap(longHooks)).toEqual([])
})

test('81 lines are too many for a hook, 80 are not', () => {
  const hook = (lines: number) => `export function useX() {${'\n'.repeat(lines - 1)}}`
  expect(longHooks({ path: 'a.ts', text: hook(81) })).toHaveLength(1)
  expect(longHooks({ path: 'a.ts', text: hook(80) })).toEqual([])
})

test('the compiler is never told to look away', () => {
  expect(files.flatMap(untyped)).toEqual([])
})

test('no test is skipped, left for later, or run alone', () => {
  expect(files.filter(({ path }) => isTest(path)).flatMap(notRun)).toEqual([])
})

test('401 lines are too many, 400 are not', () => {
  expect(isTooLong({ path: 'a.ts', text: 'x\n'.repeat(401) })).toBe(true)
  expect(isTooLong({ path: 'a.ts', text: 'x\n'.repeat(400) })).toBe(false)
})

test.each([
  'let x: any',
  'const x = y as any',
  'type Row = Record<string, any>',
  '// @ts-ignore\nlet x = 1',
  '/* @ts-nocheck */',
])('untyped: %s', (text) => {
  expect(untyped({ path: 'a.ts', text })).toHaveLength(1)
})

test('the word any in a sentence is no type', () => {
  expect(untyped({ path: 'a.ts', text: "// any bank\nconst text = ': any'" })).toEqual([])
})

test.each([
  "test.skip('x', run)",
  "it.only('x', run)",
  "test.todo('x')",
  'test.fixme()',
  "test.describe.only('x', run)",
  "test.each([1]).skip('x', run)",
  "describe.skipIf(slow)('x', run)",
])('passed over: %s', (text) => {
  expect(notRun({ path: 'a.test.ts', text })).toHaveLength(1)
})

test('a list that skips is no skipped test', () => {
  expect(notRun({ path: 'a.test.ts', text: "rows.skip(2); test('no .only here', run)" })).toEqual([])
})
