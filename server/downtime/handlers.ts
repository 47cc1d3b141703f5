import type { downtime } from '#contract/downtime.ts'
import { dayOf, timeOf } from '#domain/basics/time.ts'
import { paperNumber } from '#domain/downtime/paper.ts'
import { inOrder, nextShift, shiftWords, whyNotOverShifts, whyNotShifts } from '#domain/downtime/shifts.ts'
import { type Actor, isBank, isHospital } from '#domain/people/actor.ts'
import { localPart } from '#domain/people/roles.ts'
import { appendReading } from '../db/event-trail.ts'
import type { StoredFiles } from '../db/stored-files.ts'
import type { Handlers } from '../platform/http/call.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import { keepPack, type Packs } from './packs.ts'
import { packStore, shiftsOf, shiftWriter } from './store.ts'

type PackRow = Awaited<ReturnType<ReturnType<typeof packStore>['newest']>>[number]

export const downtimeHandlers = ({
  packs,
  files,
}: {
  packs: Packs
  files: StoredFiles
}): Handlers<typeof downtime> => ({
  async list({ actor, db, now }) {
    const place = placeOf(actor)
    const [rows, { times, version }] = await Promise.all([packStore(db, place).newest(), shiftsOf(db, place)])
    return {
      packs: rows.map((row) => packOf(place, row)),
      nextAt: nextShift(now, times),
      shifts: { times: [...times], version },
    }
  },

  async setShifts({ actor, inTransaction }, { times, version }) {
    refuse(shiftWords, whyNotShifts(times))
    const place = placeOf(actor)
    return inTransaction(async (work) => {
      const writer = shiftWriter(work, place)
      const before = await writer.lock()
      refuse(shiftWords, whyNotOverShifts(before, version))
      const saved = { times: inOrder(times), version: version + 1 }
      await writer.save(saved)
      await work.record({
        ...{ kind: 'downtime-shifts-set', subjectId: place || 'provider' },
        detail: { from: before.times.join(', '), to: saved.times.join(', ') },
        ...{ hospitalId: isHospital(actor) ? place : null, bankId: isBank(actor) ? place : null },
      })
      return saved
    })
  },

  async make({ actor, inTransaction }) {
    const place = placeOf(actor)
    // drawn before: a call that is sent again is answered as it was, and what was drawn for it is swept
    const drawn = await packs.draw(place)
    if (!drawn) throw notFound()
    const pack = await inTransaction(async (work) => {
      const kept = await keepPack(work, drawn, { shiftAt: null, madeBy: personOf(actor) })
      if (!kept) throw notFound()
      return packOf(place, kept)
    })
    return pack
  },

  async download({ actor, db, now }, { id }) {
    const place = placeOf(actor)
    const pack = await packStore(db, place).find(id)
    const bytes = pack && (await files.get(pack.path))
    if (!pack || !bytes) throw notFound()
    const papers = packOf(place, pack).papers.join(' to ')
    await appendReading(db, { kind: 'downtime-pack-downloaded', detail: { papers } }, actor, now)
    const time = `${dayOf(pack.madeAt)}-${timeOf(pack.madeAt).replace(':', '')}`
    return { name: `downtime-${place || 'provider'}-${time}.pdf`, type: 'application/pdf', bytes }
  },
})

/** '' is the provider's. */
const placeOf = (actor: Actor): string => (actor.kind === 'member' ? (actor.organisationId ?? '') : '')

const personOf = (actor: Actor): string => (actor.kind === 'member' && actor.person) || localPart(actor.email)

const packOf = (place: string, { firstNumber, lastNumber, path: _, ...pack }: PackRow) => ({
  ...pack,
  papers: [paperNumber(place, firstNumber), paperNumber(place, lastNumber)] as [string, string],
})
