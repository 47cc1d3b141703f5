import { type Carrier, type Carriers, Undeliverable } from '../db/carrying.ts'
import type { Limits } from '../db/limits.ts'
import { mailBy } from '../platform/messaging/mail.ts'
import { smsBy } from '../platform/messaging/sms.ts'
import type { Settings } from '../platform/settings.ts'
import { type TextPurses, textPurses } from './purses.ts'

/** The ways out of the house that are set up. */
export function carriersOf(settings: Settings, limits: Limits): Carriers & { close(): void } {
  const mail = settings.SMTP_URL ? mailBy(settings.SMTP_URL, settings.MAIL_FROM, settings.publicUrl) : null
  return {
    mail,
    sms: settings.sms ? withinBudget(smsBy(settings.sms), textPurses(limits, settings.texts)) : null,
    close: () => mail?.close(),
  }
}

/** Text messages cost money, and whoever can cause one can cause many: those above it wait for somebody to look. */
function withinBudget(carry: NonNullable<Carrier>, purses: TextPurses): Carrier {
  return async (message) => {
    // each once: a gateway that is down would use up the day by being tried, and who sends one again has looked at it
    const empty = message.tries === 0 ? await purses.pay(message) : null
    if (empty !== null) throw new Undeliverable(empty)
    await carry(message)
  }
}
