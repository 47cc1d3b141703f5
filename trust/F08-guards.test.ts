import { expect, test } from 'vitest'
import { isSignedIn } from '#domain/people/actor.ts'
import { sentFor } from './access/asking.ts'
import { aHouse, type House } from './access/house.ts'
import { tellFault } from './access/judging.ts'
import { type Kind, kinds, may, type NamedRoute, routes, signedIn } from './access/who-may.ts'
import { figure } from './figure.ts'
import { anyValid } from './input/shapes.ts'
import {
  type Guard,
  rulesIn,
  rulesWithoutWord,
  scopesIn,
  storesWithoutScope,
  withGuards,
} from './mutants/mutants.ts'
import { seenOf } from './mutants/trying-guards.ts'

/** Their handlers ask once more, for whose hospital, bank or bell it is, and answer the same 403: two locks on one door. */
const askedTwice = [
  'invoiceFiles.download',
  'camps.list',
  'camps.upcoming',
  'consent.list',
  'consent.waiting',
  'consent.show',
  'consent.save',
  'consent.sign',
  'consent.signature',
  'consent.complete',
  'consent.reject',
  'consent.certificate',
  'stock.list',
  'stock.count',
  'stock.confirm',
  'stock.feed',
  'stock.reminder',
  'bags.shelf',
  'bags.list',
  'bags.find',
  'bags.history',
  'bags.rules',
  'bags.takeIn',
  'bags.nameProduct',
  'bags.recordTests',
  'bags.discard',
  'bags.transfer',
  'bags.treat',
  'bags.change',
  'bags.mendForm',
  'issuing.list',
  'issuing.summary',
  'issuing.refuse',
  'matching.orders',
  'matching.summary',
  'matching.open',
  'matching.choices',
  'matching.answer',
  'matching.receiveSample',
  'matching.recordFindings',
  'matching.hold',
  'matching.letGo',
  'matching.recordMatch',
  'matching.issue',
  'late.issue',
  'matching.propose',
  'matching.handOver',
  'news.list',
  'news.summary',
  'news.read',
  'news.readAll',
  'sheets.issuing',
  'sheets.consent',
  'namedCalls.sendEmail',
  'namedCalls.sendSMS',
]

/** Not what keeps somebody to their own. */
const livingScopes: Record<string, string> = {
  'server/downtime/late-store.ts organisationId 1': 'what is read is told apart by its place once more',
  'server/downtime/store.ts organisation_id 5': 'what is locked; nothing is read',
  'server/stock/store.ts bank_id 2': 'what lies is counted by bank, and joined to that bank alone',
  'server/exchange/store.ts bankId 1':
    'what is read for a page of organisations is told apart by each once more',
  'server/exchange/store.ts bankId 2': 'what is read for a page of banks is told apart by each once more',
  'server/people/account-store.ts organisation_id 2':
    'what is read for a page of organisations is told apart by each once more',
  'server/people/account-store.ts organisationId 1':
    'what is read for a page of organisations is told apart by each once more',
}

const openTo = (name: string): string => `${name} for everybody who is signed in`

/** Mutants that no test sees, each with the reason why that is no hole. */
const living = new Map([
  ...askedTwice.map((name): [string, string] => [openTo(name), 'the handler asks once more']),
  ...Object.entries(livingScopes),
])

const strangersTo = (name: string): Kind[] => signedIn.filter((kind) => !may[name]?.includes(kind))

const guarded = routes.filter(({ name, row }) => !row.stream && strangersTo(name).length > 0)
const rules = rulesWithoutWord()
const scopes = storesWithoutScope()
const inFiles = [...rules, ...scopes]

/** Rules first, which are quick; then stores, those of a capability together: they are tried by the same tests. */
const capabilities = [...new Set(scopes.map(capabilityOf))].sort()
const parts = 12
const partOf = (guard: Guard): number =>
  rules.includes(guard) ? 1 : 2 + (capabilities.indexOf(capabilityOf(guard)) % (parts - 1))

function capabilityOf({ path }: Guard): string {
  return path.split('/')[1] ?? ''
}

figure<{ routes: number; files: readonly Guard[] }>({
  id: 'F08',
  promise: 'weakened guards that a test sees',
  target: `${guarded.length} routes opened to everybody signed in, ${rules.length} rules that object to nothing, ${scopes.length} queries without their scope: each turns a test red, or has a written reason`,
  small: { routes: 3, files: [] },
  full: { parts, size: { routes: guarded.length, files: inFiles }, minutes: 10 },
  async part(size, part) {
    const tally = { mutants: 0, died: 0, livedWithReason: 0, lived: 0 }
    function note(what: string, isDead: boolean): void {
      tally.mutants++
      if (isDead && living.has(what)) {
        tally.lived++
        tellFault(what, 'does not live: its reason is none')
      } else if (isDead) tally.died++
      else if (living.has(what)) tally.livedWithReason++
      else {
        tally.lived++
        tellFault(what, 'lives: no test turns red')
      }
    }
    if (part <= 1) {
      const house = await aHouse(8)
      try {
        for (const route of guarded.slice(0, size.routes))
          note(openTo(route.name), await isSeen(house, route))
      } finally {
        await house.close()
      }
    }
    const guards = size.files.filter((guard) => partOf(guard) === part).map((guard, id) => ({ ...guard, id }))
    const seen = await seenOf(guards, ({ what }) => living.has(what))
    for (const { what, id } of guards) note(what, seen.has(id))
    return tally
  },
  whyMissed: ({ lived }) => (lived ? `${lived} mutants live without a reason` : null),
  say: ({ mutants, died, livedWithReason, lived }) =>
    `${mutants} mutants: ${died} died, ${livedWithReason} live with a reason (\`trust/F08-guards.test.ts\`), ${lived} without`,
})

/**
 * What F07 asks of a route, with its door open to everybody who is signed in: whether somebody who may not hears
 * something else than that they may not. The contract is the table that the server asks, so it is changed there.
 */
async function isSeen(house: House, { name, row }: NamedRoute): Promise<boolean> {
  const door = row as { who: typeof row.who }
  const before = door.who
  door.who = isSignedIn
  try {
    for (const kind of strangersTo(name)) {
      const { status } = await house.ask(kinds[kind], sentFor(row, anyValid(row.input, house.dice)))
      if (status !== 403) return true
    }
    return false
  } finally {
    door.who = before
  }
}

test('F08 whatever lives with a reason is a mutant', () => {
  const known = new Set([...inFiles.map(({ what }) => what), ...guarded.map(({ name }) => openTo(name))])
  expect([...living.keys()].filter((what) => !known.has(what))).toEqual([])
})

test('F08 a guard is written so that it stands as it was until its number is asked for', () => {
  const text = [
    'const whyNotA = (a: number) => a < 1 ? no : null',
    'function whyNotB() { return no }',
    "const c = rows.select('x').where('bankId', '=', 1).where('accountId', 'in', [2]).all()",
    `const d = sql\`a from b where bank_id = \${bank} and organisation_id = any(\${some}::text[]) and true\``,
    `const e = part\`where hospital_id = \${of}\``,
    "const f = join.on('found.organisationId', '=', 1)",
  ].join('\n')
  const source = { path: 'server/a.ts', text }
  const found = [...rulesIn(source), ...scopesIn(source)]
  const written = withGuards(
    text,
    found.map((guard, id) => ({ ...guard, id })),
  )
  expect(written.replaceAll('globalThis.__mutant?.', 'M').split('\n')).toEqual([
    'const whyNotA = (a: number) => (M(0) ? null : (a < 1 ? no : null))',
    'function whyNotB() { if (M(1)) return null; return no }',
    "const c = rows.select('x').$if(!M(3), (rows: any) => rows.where('bankId', '=', 1)).$if(!M(2), (rows: any) => rows.where('accountId', 'in', [2])).all()",
    `const d = sql\`a from b where \${M(4) ? sql\`true\` : sql\`bank_id = \${bank}\`} and \${M(5) ? sql\`true\` : sql\`organisation_id = any(\${some}::text[])\`} and true\``,
    `const e = part\`where (\${() => M(6)}::boolean or hospital_id = \${of})\``,
    "const f = join[M(7) ? 'onTrue' : 'on']('found.organisationId', '=', 1)",
  ])
})
