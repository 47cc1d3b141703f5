import { beforeEach, describe, expect, test } from 'vitest'
import { requests } from '#contract/requests.ts'
import { instantOf, later, minutes } from '#domain/basics/time.ts'
import type { BloodRequest, RequestStatus } from '#domain/requests/request.ts'
import { diceFrom } from '#server/demo/makers/dice.ts'
import { aService } from '#testing/harness/service.ts'
import {
  aHospitalWith,
  aRow,
  idsOf,
  newestFirst,
  pagesOf,
  storeRows,
} from '#testing/makers/listed-requests.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })

const filter: { status: RequestStatus[]; limit: number } = { status: ['pending', 'issued'], limit: 10 }

/** Every list that grows while it is looked at: what it is ordered by, what it shows, how it is asked. */
const lists = [
  ['requests.list', requests.list, 'raisedAt', 'pending', {}],
  ['requests.list with a filter', requests.list, 'raisedAt', 'pending', filter],
  ['requests.deliveries', requests.deliveries, 'updatedAt', 'issued', {}],
  ['requests.live', requests.live, 'updatedAt', 'hospital-admin-approved', {}],
] as const

describe.each(lists)('%s', (_name, route, by, status, ask) => {
  type Client = ReturnType<typeof service.as>
  let hospital: string
  let rows: BloodRequest[]
  let admin: Client

  /** Oldest first, so that the greater n is the newer row. */
  const rowAt = (n: number, change: Partial<BloodRequest> = {}) =>
    aRow(hospital, now, { status, [by]: later(now, minutes(n)), ...change })

  beforeEach(async () => {
    const made = await aHospitalWith(service, (id) => {
      hospital = id
      rows = Array.from({ length: 30 }, (_, n) => rowAt(n))
      return rows
    })
    admin = made.admin
  })

  const read = async (cursors: { after?: string | null; through?: string | null } = {}) => {
    const sent = Object.fromEntries(Object.entries(cursors).filter(([, cursor]) => cursor))
    const { items, next } = await admin.done(route, { ...ask, ...sent })
    return { ids: idsOf(items), next }
  }

  /** As §4.2 has it: a row that no longer matches leaves. */
  const leave = (ids: string[]) =>
    service.db.updateTable('requests').set({ hospitalId: 'noble' }).where('id', 'in', ids).execute()

  test('SHELL-37 API-07 new rows on top make a page longer, and push nothing off its end', async () => {
    const first = await read()
    const second = await read({ after: first.next })
    const added = [rowAt(100), rowAt(101), rowAt(102)]
    await storeRows(service.db, added)
    const again = await read({ through: first.next })
    expect(again).toEqual({ ids: [...newestFirst(added, by), ...first.ids], next: first.next })
    expect(await read({ after: again.next, through: second.next })).toEqual(second)
  })

  test('SHELL-37 a row that left makes its page reach further, and the next page begins there', async () => {
    const first = await read()
    const second = await read({ after: first.next })
    const [, third = '', , , fifth = ''] = first.ids
    await leave([third, fifth])
    const again = await read({ through: first.next })
    const left = newestFirst(rows, by).filter((id) => id !== third && id !== fifth)
    expect(again.ids).toEqual(left.slice(0, 10))
    const next = await read({ after: again.next, through: second.next })
    expect(next.ids).toEqual(left.slice(10, 20))
  })

  test('SHELL-37 a page whose last row left still ends where it ended, one further', async () => {
    const first = await read()
    await leave([first.ids.at(-1) ?? ''])
    const again = await read({ through: first.next })
    expect(again.ids).toEqual([...first.ids.slice(0, 9), newestFirst(rows, by)[10]])
  })

  test('SHELL-37 a list that emptied is an empty page without a next', async () => {
    const first = await read()
    await leave(idsOf(rows))
    expect(await read({ through: first.next })).toEqual({ ids: [], next: null })
  })

  test('SHELL-37 T65 of more than 200 new rows a page takes 200, and the pages after it the rest', async () => {
    const first = await read()
    const added = Array.from({ length: 250 }, (_, n) => rowAt(100 + n))
    await storeRows(service.db, added)
    const again = await read({ through: first.next })
    expect(again.ids).toHaveLength(200)
    const rest = await pagesOf(admin, route, { ...ask, after: again.next })
    expect([...again.ids, ...rest.flat()].slice(0, 280)).toEqual(
      newestFirst([...rows, ...added], by).slice(0, 280),
    )
  })

  test('REQSTATUS-11 API-07 however the list moves, pages chained by their next neither overlap nor leave a gap', async () => {
    const dice = diceFrom(hospital.length + by.length)
    let cursors: (string | null)[] = []
    let current = [...rows]
    for (let round = 0; round < 8; round++) {
      const pages: string[][] = []
      const nexts: (string | null)[] = []
      let after: string | null = null
      do {
        const page: Awaited<ReturnType<typeof read>> = await read({
          after,
          through: cursors[pages.length] ?? null,
        })
        pages.push(page.ids)
        nexts.push(page.next)
        after = page.next
      } while (after !== null)
      expect(pages.flat(), `round ${round}`).toEqual(newestFirst(current, by))
      cursors = nexts
      const gone = current.filter(() => dice.chance(0.15))
      const added = Array.from({ length: dice.between(0, 6) }, (_, n) => rowAt(200 + round * 10 + n))
      if (gone.length > 0) await leave(idsOf(gone))
      await storeRows(service.db, added)
      current = [...current.filter((row) => !gone.includes(row)), ...added]
    }
  })

  test.each(['', 'x', '!!!!', 'MjAyNg', 'MjAyNi0xMS0xNlQwNDozMDowMC4wMDBa', '%00', 'a'.repeat(101)])(
    'API-07 %j is no place in a list, neither to go on from nor to reach',
    async (cursor) => {
      for (const name of ['after', 'through']) {
        const answer = await admin.raw('GET', `${route.path}?${name}=${cursor}`)
        expect([answer.status, answer.json()], name).toEqual([
          422,
          expect.objectContaining({ title: 'Invalid Input', field: expect.any(String) }),
        ])
      }
    },
  )
})

const shown: RequestStatus[] = ['bloodbank-approved', 'hospital-admin-approved', 'partially-completed']

test('SHELL-37 LIVE-08 a request whose status leaves the list leaves its page, and one that comes stands on top', async () => {
  const { rows, admin } = await aHospitalWith(service, (id) =>
    Array.from({ length: 12 }, (_, n) =>
      aRow(id, now, { status: n === 0 ? 'pending' : shown[n % 3], updatedAt: later(now, -minutes(n)) }),
    ),
  )
  const first = await admin.done(requests.live, {})
  const [waiting, leaving] = [rows[0]?.id ?? '', first.items[4]?.id ?? '']
  await service.db.updateTable('requests').set({ status: 'completed' }).where('id', '=', leaving).execute()
  await admin.done(requests.approve, { id: waiting, version: 1 })
  const again = await admin.done(requests.live, { through: first.next ?? '' })
  expect(idsOf(again.items)).toEqual([waiting, ...idsOf(first.items).filter((id) => id !== leaving)])
})
