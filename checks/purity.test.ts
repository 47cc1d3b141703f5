import { expect, test } from 'vitest'
import { codeFiles, faultsIn, isTest, type Node, type Source } from './source.ts'

/** Clock, dice and doors to the outside: a rule is given what it needs. */
const doors = new Set([
  ...['crypto', 'process', 'console', 'fetch', 'performance', 'globalThis', 'require', 'Temporal'],
  ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'localStorage', 'sessionStorage'],
])

const impurities = (source: Source): string[] => faultsIn(source, impurity)

/** A day and an hour of whatever machine it is: `domain/basics/time.ts` has those of India. */
const ofTheMachine =
  /^([gs]et(Hours|Minutes|Date|Day|Month|FullYear)|getTimezoneOffset|toLocale(Date|Time)String|to(Date|Time)String)$/

function impurity(node: Node, parent: Node | null): string | null {
  switch (node.type) {
    case 'MemberExpression':
      if (node.property.type === 'Identifier' && ofTheMachine.test(node.property.name))
        return "reads the machine's zone"
      if (isNamed(node.object, 'Date') && isNamed(node.property, 'now')) return 'reads the clock'
      return isNamed(node.object, 'Math') && isNamed(node.property, 'random') ? 'throws dice' : null
    case 'NewExpression':
      if (!isNamed(node.callee, 'Date') || node.arguments.length === 1) return null
      return node.arguments.length === 0 ? 'reads the clock' : "reads the machine's zone"
    case 'CallExpression':
      return isNamed(node.callee, 'Date') ? 'reads the clock' : null
    case 'AwaitExpression':
      return 'waits'
    case 'ForOfStatement':
      return node.await ? 'waits' : null
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return node.async ? 'is async' : null
    case 'ImportExpression':
      return 'loads code'
    case 'Identifier':
      return doors.has(node.name) && !isOnlyAName(node, parent) ? `uses ${node.name}` : null
    default:
      return null
  }
}

const isNamed = (node: Node, name: string) => node.type === 'Identifier' && node.name === name

/** `order.process` and `{ process: 1 }` name a property; they do not reach for the global. */
function isOnlyAName(node: Node, parent: Node | null): boolean {
  if (parent?.type === 'MemberExpression') return parent.property === node && !parent.computed
  if (parent?.type === 'Property') return parent.key === node && !parent.computed && !parent.shorthand
  return parent?.type === 'TSPropertySignature'
}

test('domain and contract have no clock, no dice and no doors', () => {
  const pure = codeFiles().filter(({ path }) => /^(domain|contract)\//.test(path) && !isTest(path))
  expect(pure.flatMap(impurities)).toEqual([])
})

test.each([
  'const now = Date.now()',
  'const now = new Date()',
  'const now = Date()',
  'const clock = Date.now',
  'const id = Math.random()',
  'const id = crypto.randomUUID()',
  'const zone = process.env.TZ',
  "console.log('raised')",
  "fetch('/api')",
  'setTimeout(run, 1)',
  'const bag = { crypto }',
  'export async function raise() {}',
  'export const raise = async () => 1',
  'const x = await y',
  "const x = import('./y.ts')",
  'const hour = at.getHours()',
  'const noon = new Date(2026, 10, 15, 12)',
])('impure: %s', (text) => {
  expect(impurities({ path: 'domain/a.ts', text })).not.toEqual([])
})

test.each([
  'export const noon = new Date(0)',
  'export const later = (at: Date) => new Date(at.getTime() + 1)',
  '// Date.now() is asked by the caller',
  "export const word = 'console'",
  'export const step = { process: 1 }.process',
  'export interface Step { process: string }',
])('pure: %s', (text) => {
  expect(impurities({ path: 'domain/a.ts', text })).toEqual([])
})
