import { heldUntil, isForAdmins } from '#domain/messages/hearing.ts'
import type { About } from '../db/about.ts'
import type { Hearer } from '../db/hearers.ts'
import type { News } from '../db/news.ts'

/** Whom a piece of news concerns now; what waits for an admin is for admins alone. */
export function hearersOf({ to, kind }: News, about: About): readonly Hearer[] {
  if (to.kind === 'driver') {
    const driver = about.driverHearer(to.email)
    return driver ? [driver] : []
  }
  return about
    .hearers(to.kind === 'place' ? to.id : null)
    .filter(({ isAdmin }) => isAdmin || !isForAdmins(kind))
}

/** For how long somebody's quiet hours hold it back. */
export function holdFor(
  { kind }: News,
  way: 'push' | 'mail' | 'sms',
  { quiet }: Hearer,
  now: Date,
): { holdFor?: number } {
  const until = heldUntil({ kind, way, quiet }, now)
  return until === null ? {} : { holdFor: (until.getTime() - now.getTime()) / 1_000 }
}
