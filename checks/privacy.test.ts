import { expect, test } from 'vitest'
import { codeFiles, parsed, read, type Source, walk } from './source.ts'

/** In these is nobody: nothing of them has to be told on the page. */
const withoutPeople = [
  ...['bank_keys', 'bank_prices', 'bank_settings', 'companies', 'component_lives', 'delivery_prices'],
  ...['deliveries', 'desk_hearing', 'downtime_papers', 'downtime_shifts', 'due_reactions', 'gathered_raises'],
  ...['invoice_numbers', 'picture_types', 'request_counts', 'retention', 'seals', 'slip_numbers'],
  ...['stock_minimums', 'stored_files', 'temperature_bands', 'unit_counts', 'verified_places'],
]

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The keys of `Tables` and of what is joined to it, as the database has them. */
function tablesIn(source: Source): string[] {
  const found: string[] = []
  walk(parsed(source).program, (node) => {
    if (node.type !== 'TSTypeAliasDeclaration' || !/Tables$/.test(node.id.name)) return
    const type = node.typeAnnotation
    for (const part of type.type === 'TSIntersectionType' ? type.types : [type])
      if (part.type === 'TSTypeLiteral')
        for (const member of part.members)
          if (member.type === 'TSPropertySignature' && member.key.type === 'Identifier')
            found.push(snake(member.key.name))
  })
  return found
}

/** Of the first table of the page; a word elsewhere tells nobody how long. */
const told = (page: string): Set<string> => {
  const rows = page.split('\n').filter((line) => /^\|.*\|.*\|.*\|.*\|.*\|$/.test(line))
  const where = rows.map((row) => row.split('|')[3] ?? '')
  return new Set(where.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name ?? '')))
}

const tables = codeFiles()
  .filter(({ path }) => /^server\/db\/[\w-]*tables\.ts$/.test(path))
  .flatMap(tablesIn)

test('each table is told of on the privacy page, or has nobody in it', () => {
  const named = told(read('docs/privacy.md').text)
  expect(tables.length).toBeGreaterThan(60)
  expect(tables.filter((table) => !named.has(table) && !withoutPeople.includes(table))).toEqual([])
  // what is told of is there, and is no exception as well
  expect([...named].filter((name) => !tables.includes(name))).toEqual([])
  expect(withoutPeople.filter((name) => named.has(name) || !tables.includes(name))).toEqual([])
})

test('seen: a table by its key, also where it is joined, and nothing of its columns', () => {
  const text =
    'export type Tables = { accounts: { userName: string } } & More\ntype OtherTables = { newsRead: Row }'
  expect(tablesIn({ path: 'a-tables.ts', text })).toEqual(['accounts', 'news_read'])
  expect([...told('| of | what `x` | `news`, `news_read` and files | long | who |')]).toEqual([
    'news',
    'news_read',
  ])
})
