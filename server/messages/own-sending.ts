import type { DeskWay } from '#domain/messages/hearing.ts'
import { whyNoLonger } from '#domain/messages/still-theirs.ts'
import { type Carrier, NobodyThere, type Outgoing } from '../db/carrying.ts'
import type { Db } from '../db/database.ts'
import { readHearers } from '../db/hearers.ts'

/** Asks right before it is sent whether a message of somebody's own is still for them (ruling AMB-308). */
export function ifStillTheirs(db: Db, way: DeskWay, carry: NonNullable<Carrier>): NonNullable<Carrier> {
  return async (message) => {
    const why = await whyNotTheirs(db, way, message)
    if (why !== null) throw new NobodyThere(why)
    await carry(message)
  }
}

async function whyNotTheirs(db: Db, way: DeskWay, { accountId, organisationId, kind, recipient }: Outgoing) {
  // a desk's
  if (accountId === null) return null
  const places = organisationId === null ? [] : [organisationId]
  const { hearers } = await readHearers(db, { places, drivers: [] })
  const person = hearers(organisationId).find((one) => one.accountId === accountId)
  return whyNoLonger(person, { kind, way, recipient })
}
