import { codeFiles, isTest, type Node, parsed, type Source, walk } from '../../checks/source.ts'
import type { Mutant } from './mutating.ts'

const sources = (folder: string): Source[] =>
  codeFiles().filter(({ path }) => path.startsWith(`${folder}/`) && !isTest(path) && !path.includes('/demo/'))

/** Every rule that may object, each taught to object to nothing. */
export function rulesWithoutWord(): Mutant[] {
  return sources('domain').flatMap((source) => {
    const found: Mutant[] = []
    const add = (name: string, from: number, to: number, text: string) =>
      found.push({ path: source.path, from, to, text, what: `${source.path} ${name}` })
    walk(parsed(source).program, (node) => {
      if (node.type === 'FunctionDeclaration' && node.id && isRule(node.id.name) && node.body)
        add(node.id.name, node.body.start, node.body.end, '{ return null }')
      if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || !isRule(node.id.name)) return
      if (node.init?.type === 'ArrowFunctionExpression')
        add(node.id.name, node.init.body.start, node.init.body.end, 'null')
    })
    return found
  })
}

const isRule = (name: string): boolean => name.startsWith('whyNot')

const owners = /^(?:\w+\.)?(?:hospitalId|bankId|driverEmail|accountId)$/
const ownersInSql = /\b(?:\w+\.)?(?:hospital_id|bank_id|driver_email|account_id) = \$\{/g

/** Every `where` that keeps a query to one hospital, bank, driver or account, left out. */
export function storesWithoutScope(): Mutant[] {
  return sources('server').flatMap((source) => {
    const found: Mutant[] = []
    const add = (from: number, to: number, text: string, of: string) =>
      found.push({ path: source.path, from, to, text, what: `${source.path} ${of}` })
    walk(parsed(source).program, (node) => {
      const scope = scopeIn(node)
      if (scope) add(scope.from, scope.to, '', scope.column)
    })
    for (const match of source.text.matchAll(ownersInSql)) {
      const to = endOfHole(source.text, match.index + match[0].length)
      add(match.index, to, 'true', match[0].split(' ')[0] ?? '')
    }
    // by its place among those of the file: lines move
    return found.map((one, at) => ({ ...one, what: `${one.what} ${at + 1}` }))
  })
}

/** `.where('bankId', '=', bankId)` behind something else. */
function scopeIn(node: Node) {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return null
  const { property, object } = node.callee
  const [column, sign] = node.arguments
  if (property.type !== 'Identifier' || property.name !== 'where') return null
  if (column?.type !== 'Literal' || typeof column.value !== 'string' || !owners.test(column.value))
    return null
  if (sign?.type !== 'Literal' || sign.value !== '=') return null
  return { from: object.end, to: node.end, column: column.value }
}

function endOfHole(text: string, from: number): number {
  let depth = 1
  let at = from
  for (; depth > 0; at++) depth += text[at] === '{' ? 1 : text[at] === '}' ? -1 : 0
  return at
}
