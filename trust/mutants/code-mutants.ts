import { type Node, parsed, type Source, walk } from '../../checks/source.ts'

/** One piece of one file for another, which stands in the code beside it and is switched on by its number. */
export type CodeMutant = {
  path: string
  from: number
  to: number
  text: string
  what: string
  /** Looked at when the file is imported, and never again. */
  isStatic: boolean
}

const edges: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
}
const others = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['max', 'min'],
  ['min', 'max'],
])

/**
 * Every small change of a file that could be somebody's slip: a condition that always or never holds, an edge that is
 * one off, an `and` that is an `or`, an objection that is not raised, a sum with another sign, a number one more or less,
 * a text or a list with something left out, a change of state that forgets a field.
 */
export function mutantsIn(source: Source): CodeMutant[] {
  const { text, path } = source
  const found: Omit<CodeMutant, 'what'>[] = []
  const names: string[] = []
  const textOf = ({ start, end }: { start: number; end: number }) => text.slice(start, end)
  step(parsed(source).program, [])
  const told = new Map<string, number>()
  return found.map((mutant, at) => {
    const before = textOf({ start: mutant.from, end: mutant.to })
    const what = `${path} ${names[at]}: ${short(before)} → ${short(mutant.text)}`
    const nth = (told.get(what) ?? 0) + 1
    told.set(what, nth)
    return { ...mutant, what: nth === 1 ? what : `${what} (${nth})` }
  })

  function add(node: { start: number; end: number }, to: string, above: readonly Node[]): void {
    const isStatic = !above.some(isFunction)
    found.push({ path, from: node.start, to: node.end, text: to, isStatic })
    names.push(nameOf(above))
  }

  function step(node: Node, above: readonly Node[]): void {
    if (isOfTypes(node)) return
    for (const to of changesOf(node, above.at(-1) ?? null)) add(node, to, above)
    for (const [key, value] of Object.entries(node))
      for (const child of Array.isArray(value) ? value : [value])
        if (isNode(child) && !isFixed(node, key, child)) step(child, [...above, node])
  }

  function changesOf(node: Node, parent: Node | null): string[] {
    const isTest = parent !== null && 'test' in parent && parent.test === node && parent.type !== 'SwitchCase'
    const asTest = isTest && !(node.type === 'Literal') ? ['true', 'false'] : []
    return [...asTest, ...ownChanges(node)]
  }

  function ownChanges(node: Node): string[] {
    switch (node.type) {
      case 'LogicalExpression': {
        const [left, right] = [textOf(node.left), textOf(node.right)]
        if (node.operator === '??') return [right]
        return [`${left} ${node.operator === '&&' ? '||' : '&&'} ${right}`]
      }
      case 'BinaryExpression': {
        const sign = edges[node.operator] ?? (node.operator === '+' && !isWords(node) ? '-' : null)
        return sign ? [`${textOf(node.left)} ${sign} ${textOf(node.right)}`] : []
      }
      case 'UnaryExpression':
        return node.operator === '!' ? [textOf(node.argument)] : []
      case 'Literal':
        return literalChanges(node)
      case 'ArrayExpression':
        return node.elements.flatMap((_, left) => {
          const rest = node.elements.filter((element, at) => at !== left && element !== null)
          return [`[${rest.map((element) => textOf(element as Node)).join(', ')}]`]
        })
      case 'ObjectExpression':
        return node.properties.some(({ type }) => type === 'SpreadElement') ? withoutEach(node) : []
      case 'CallExpression':
        return callChanges(node)
      default:
        return []
    }
  }

  /** A state as it was, but for some fields: one of them forgotten. */
  function withoutEach({ properties }: { properties: readonly Node[] }): string[] {
    return properties.flatMap((left) => {
      if (left.type === 'SpreadElement') return []
      return [`{ ${properties.flatMap((one) => (one === left ? [] : [textOf(one)])).join(', ')} }`]
    })
  }

  function callChanges(node: Extract<Node, { type: 'CallExpression' }>): string[] {
    const { callee } = node
    if (callee.type === 'Identifier' && callee.name === 'no') return ['null']
    if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return []
    const other = others.get(callee.property.name)
    return other && (callee.property.name.length > 3 || textOf(callee.object) === 'Math')
      ? [text.slice(node.start, callee.property.start) + other + text.slice(callee.property.end, node.end)]
      : []
  }
}

function literalChanges({ value }: { value: unknown }): string[] {
  if (typeof value === 'boolean') return [String(!value)]
  if (typeof value === 'number') return [String(value + 1), ...(value > 0 ? [String(value - 1)] : [])]
  if (typeof value === 'string') return [value === '' ? "'mutant'" : "''"]
  return []
}

const isFunction = ({ type }: Node): boolean =>
  type === 'ArrowFunctionExpression' || type === 'FunctionDeclaration' || type === 'FunctionExpression'

/** Of the types nothing is left when it runs. */
const isOfTypes = ({ type }: Node): boolean =>
  (type.startsWith('TS') &&
    !['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'].includes(type)) ||
  type === 'ImportDeclaration' ||
  type === 'ExportAllDeclaration' ||
  type === 'TemplateElement'

/** A name, a place to write to, or what stands behind `from`: nothing that has a value. */
const isFixed = (parent: Node, key: string, child: Node): boolean =>
  (key === 'key' && 'computed' in parent && !parent.computed) ||
  (key === 'left' && parent.type === 'AssignmentExpression') ||
  // what is said, as opposed to what is decided
  (key === 'value' && parent.type === 'Property' && isSaid(parent)) ||
  key === 'id' ||
  (key === 'source' && child.type === 'Literal') ||
  (key === 'directive' && child.type === 'Literal') ||
  (parent.type === 'UpdateExpression' && key === 'argument')

const isSaid = ({ key }: { key: Node }): boolean =>
  key.type === 'Identifier' && /^(title|text|label|message|pattern)$/.test(key.name)

/** Texts that are put together, as opposed to a sum. */
function isWords(node: Node): boolean {
  let isText = false
  walk(node, (one) => {
    if (one.type === 'TemplateLiteral' || (one.type === 'Literal' && typeof one.value === 'string'))
      isText = true
  })
  return isText
}

/** By what is declared around it: lines move. */
function nameOf(above: readonly Node[]): string {
  const named = above.flatMap((node) => {
    if (node.type === 'FunctionDeclaration') return node.id ? [node.id.name] : []
    return node.type === 'VariableDeclarator' && node.id.type === 'Identifier' ? [node.id.name] : []
  })
  return named[0] ?? 'top'
}

const short = (text: string): string => {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 70 ? `${line.slice(0, 45)}…${line.slice(-24)}` : line
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/**
 * The file with all its mutants in it, each behind a question for its number. One is on at a time, so that in what
 * stands for something the rest is as it was.
 */
export function withMutants(text: string, mutants: readonly (CodeMutant & { id: number })[]): string {
  // the outermost first, and of those in one place the order they were found in
  const all = mutants.toSorted((a, b) => a.from - b.from || b.to - a.to || a.id - b.id)
  return from(0, text.length, all)

  function from(start: number, end: number, inside: typeof all): string {
    let written = ''
    let at = start
    for (let next = 0; next < inside.length; ) {
      const { from: first, to } = inside[next] as (typeof all)[number]
      const here = inside.filter((one) => one.from === first && one.to === to)
      const below = inside.filter(
        (one) => one.from >= first && one.to <= to && !(one.from === first && one.to === to),
      )
      const asked = here.map((one) => `__mutant(${one.id}) ? (${one.text}) : `).join('')
      written += `${text.slice(at, first)}(${asked}(${from(first, to, below)}))`
      at = to
      next = inside.findIndex((one) => one.from >= to)
      if (next === -1) break
    }
    return written + text.slice(at, end)
  }
}
