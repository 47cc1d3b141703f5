import { codeFiles, isTest, type Node, parsed, type Source, walk } from '../../checks/source.ts'

/** A guard that goes out when its number is on: what is written into its file for that, and where. */
export type Guard = { path: string; what: string; edits: readonly Edit[] }
/** `#` in it stands for the question whether the mutant is on. */
export type Edit = { from: number; to: number; text: string }

const sources = (folder: string): Source[] =>
  codeFiles().filter(({ path }) => path.startsWith(`${folder}/`) && !isTest(path) && !path.includes('/demo/'))

/** Every rule that may object, each taught to object to nothing. */
export const rulesWithoutWord = (): Guard[] => sources('domain').flatMap(rulesIn)
/** Every `where` that keeps a query to one hospital, bank, driver or account, left out. */
export const storesWithoutScope = (): Guard[] => sources('server').flatMap(scopesIn)

export function rulesIn(source: Source): Guard[] {
  const found: Guard[] = []
  const add = (name: string, body: Node) =>
    found.push({ path: source.path, what: `${source.path} ${name}`, edits: silenced(body) })
  walk(parsed(source).program, (node) => {
    if (node.type === 'FunctionDeclaration' && node.id && isRule(node.id.name) && node.body)
      add(node.id.name, node.body)
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || !isRule(node.id.name)) return
    if (node.init?.type === 'ArrowFunctionExpression') add(node.id.name, node.init.body)
  })
  return found
}

const isRule = (name: string): boolean => name.startsWith('whyNot')

function silenced({ type, start, end }: Node): Edit[] {
  if (type === 'BlockStatement') return [{ from: start + 1, to: start + 1, text: ' if (#) return null;' }]
  return around(start, end, '(# ? null : (', '))')
}

const around = (from: number, to: number, before: string, after: string): Edit[] => [
  { from: to, to, text: after },
  { from, to: from, text: before },
]

const owners = /^(?:\w+\.)?(?:hospitalId|bankId|driverEmail|accountId|organisationId)$/
const ownersInSql =
  /(?:\bcoalesce\()?\b(?:\w+\.)?(hospital_id|bank_id|driver_email|account_id|organisation_id)(?:, '')?\)? (?:=|is not distinct from) (?:any\()?$/

export function scopesIn(source: Source): Guard[] {
  const found: { column: string; edits: readonly Edit[] }[] = []
  walk(parsed(source).program, (node) => {
    const scope = scopeIn(node)
    if (scope) found.push(scope)
    found.push(...scopesInSql(source, node))
  })
  // by its place among those of the file: lines move
  return found.map(({ column, edits }, at) => ({
    path: source.path,
    what: `${source.path} ${column} ${at + 1}`,
    edits,
  }))
}

/** `.where('bankId', '=', bankId)` behind something else, and the same of a join. */
function scopeIn(node: Node) {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return null
  const { property, object } = node.callee
  const [column, sign] = node.arguments
  if (property.type !== 'Identifier' || !['where', 'on'].includes(property.name)) return null
  if (column?.type !== 'Literal' || typeof column.value !== 'string' || !owners.test(column.value))
    return null
  if (sign?.type !== 'Literal' || (sign.value !== '=' && sign.value !== 'in')) return null
  const edits =
    property.name === 'where'
      ? around(object.end, node.end, '.$if(!#, (rows: any) => rows', ')')
      : [{ from: object.end, to: property.end, text: "[# ? 'onTrue' : 'on']" }]
  return { column: column.value, edits }
}

/** `bank_id = ${bankId}`: of a statement whose text is put together once, by a value that is asked each time. */
function scopesInSql({ text }: Source, node: Node) {
  if (node.type !== 'TaggedTemplateExpression') return []
  const tag = text.slice(node.tag.start, node.tag.end)
  return node.quasi.quasis.slice(0, -1).flatMap((words, at) => {
    const [whole, column = ''] = ownersInSql.exec(words.value.raw) ?? []
    if (whole === undefined) return []
    const from = words.start + text.slice(words.start, words.end).lastIndexOf(whole)
    const hole = node.quasi.expressions[at] as Node
    const close = /^\s*\}(?:::\w+(?:\[\])?)?\)?/
    const rest = close.exec(text.slice(hole.end))?.[0] ?? '}'
    const isOpen = whole.endsWith('any(')
    const to = hole.end + (isOpen ? rest.length : rest.indexOf('}') + 1)
    const [before, after] =
      tag === 'part' ? [`(\${() => #}::boolean or `, ')'] : [`\${# ? sql\`true\` : sql\``, '`}']
    return [{ column, edits: around(from, to, before, after) }]
  })
}

/** The file with all its guards in it, each behind the question for its number. */
export function withGuards(text: string, guards: readonly (Guard & { id: number })[]): string {
  const edits = guards.flatMap(({ id, edits }) =>
    edits.map((edit) => ({ ...edit, text: edit.text.replace('#', `globalThis.__mutant?.(${id})`) })),
  )
  // from the end; of two calls in a chain the outer one was found first, and stands behind
  return edits
    .toSorted((a, b) => b.from - a.from)
    .reduce((written, one) => written.slice(0, one.from) + one.text + written.slice(one.to), text)
}
