import type { DeskWay } from '#domain/messages/hearing.ts'
import type { Clock } from '../basics/clock.ts'
import { type Carrier, type Carriers, Undeliverable } from '../db/carrying.ts'
import type { Db } from '../db/database.ts'
import { limitsIn } from '../db/limits.ts'
import { mailBy } from '../platform/messaging/mail.ts'
import { pushBy, pushContact } from '../platform/messaging/push.ts'
import { pushKeysOf } from '../platform/messaging/push-keys.ts'
import { smsBy } from '../platform/messaging/sms.ts'
import { outgoingTo } from '../platform/outgoing/outgoing.ts'
import type { Settings } from '../platform/settings.ts'
import { rungBrowsers } from './browser-store.ts'
import { ifStillTheirs } from './own-sending.ts'
import { type TextPurses, textPurses } from './purses.ts'

/** By which mails and texts leave the house. */
export const waysSetUp = ({ SMTP_URL, sms }: Pick<Settings, 'SMTP_URL' | 'sms'>): DeskWay[] => [
  ...(SMTP_URL ? (['mail'] as const) : []),
  ...(sms ? (['sms'] as const) : []),
]

/** The ways out of the house that are set up. */
export function carriersOf(parts: {
  settings: Settings
  secret: string
  db: Db
  clock: Clock
}): Carriers & { close(): void } {
  const { settings, secret, db, clock } = parts
  const mail = settings.SMTP_URL ? mailBy(settings.SMTP_URL, settings.MAIL_FROM, settings.publicUrl) : null
  return {
    mail: mail && ifStillTheirs(db, 'mail', mail),
    sms: settings.sms
      ? ifStillTheirs(
          db,
          'sms',
          withinBudget(smsBy(settings.sms), textPurses(limitsIn(db, clock), settings.texts)),
        )
      : null,
    push: pushBy({
      keys: pushKeysOf(secret),
      contact: pushContact(settings),
      outgoing: outgoingTo(settings.outgoingNetworks),
      browsers: rungBrowsers(db, clock),
      now: () => clock.now(),
    }),
    close: () => mail?.close(),
  }
}

/** Text messages cost money, and whoever can cause one can cause many: those above it wait for somebody to look. */
function withinBudget(carry: NonNullable<Carrier>, purses: TextPurses): NonNullable<Carrier> {
  return async (message) => {
    // each once: a gateway that is down would use up the day by being tried, and who sends one again has looked at it
    const empty = message.tries === 0 ? await purses.pay(message) : null
    if (empty !== null) throw new Undeliverable(empty)
    await carry(message)
  }
}
