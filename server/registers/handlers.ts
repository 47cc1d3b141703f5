import type { registers } from '#contract/registers.ts'
import { no } from '#domain/basics/refusal.ts'
import { type Column, cellText, type SheetCell, type SheetRow } from '#domain/basics/sheet.ts'
import type { Actor } from '#domain/people/actor.ts'
import {
  daysFrom,
  mostPrinted,
  type RegisterKind,
  registerColumns,
  registerNames,
  registerWords,
  whyNotRegister,
} from '#domain/registers/register.ts'
import type { Db } from '../db/database.ts'
import { appendReading } from '../db/event-trail.ts'
import type { Drawing } from '../documents/drawing.ts'
import { bankOf } from '../people/organisation-of.ts'
import type { Handlers } from '../platform/http/call.ts'
import { refuse } from '../platform/http/refuse.ts'
import { sheetAnswer } from '../platform/sheets/sheet.ts'
import { registerStore } from './store.ts'

type Asked = { kind: RegisterKind; from: string; to: string }

/** What a screen shows of one; the rest is in the files. */
const mostShown = 100

export const registerHandlers = ({ drawing }: { drawing: Drawing }): Handlers<typeof registers> => ({
  async look({ actor, db, now }, asked) {
    const register = await openRegister({ actor, db, now }, asked, 'screen')
    const rows = await register.first(mostShown + 1)
    return {
      titles: register.titles,
      rows: rows.slice(0, mostShown).map((row) => row.map(shown)),
      isCut: rows.length > mostShown,
    }
  },

  async download({ actor, db, now }, { as, ...asked }) {
    const register = await openRegister({ actor, db, now }, asked, as)
    const { titles, name } = register
    if (as !== 'pdf') return sheetAnswer({ name, titles, rows: register.all() }, as)
    const rows = await register.first(mostPrinted + 1)
    refuse(
      registerWords,
      rows.length > mostPrinted ? no('too-long-to-print', 'to', { most: mostPrinted }) : null,
    )
    const data = {
      title: registerNames[asked.kind],
      bank: actor.displayName,
      ...{ from: asked.from, to: asked.to, titles, madeAt: now, madeBy: bankOf(actor).person },
      rows: rows.map((row) => row.map((cell) => String(shown(cell)))),
    }
    const bytes = await drawing.run('register', data, 'registers')
    return { name: `${name}.pdf`, type: 'application/pdf', bytes }
  },
})

const shown = (cell: SheetCell): string | number => (typeof cell === 'number' ? cell : cellText(cell))

/** Nothing of it leaves without a line in the trail. */
async function openRegister(
  { actor, db, now }: { actor: Actor; db: Db; now: Date },
  { kind, from, to }: Asked,
  as: string,
) {
  const { bankId } = bankOf(actor)
  refuse(registerWords, whyNotRegister(from, to))
  await appendReading(
    db,
    { kind: 'register-read', bankId, detail: { register: kind, from, to, as } },
    actor,
    now,
  )
  const store = registerStore(db, bankId, daysFrom(from, to))
  // each kind's columns read that kind's entries
  const columns = registerColumns[kind] as readonly Column<unknown>[]
  const rowOf = (entry: unknown): SheetRow => columns.map(({ of }) => of(entry))
  return {
    name: `${kind}-${from}-${to}`,
    titles: columns.map(({ title }) => title),
    first: async (limit: number) => (await store.first(kind, limit)).map(rowOf),
    async *all() {
      for await (const part of store.all(kind)) yield part.map(rowOf)
    },
  }
}
