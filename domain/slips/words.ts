import type { Wording } from '../basics/refusal.ts'
import type { Verdict } from './verdict.ts'

export const slipLanguages = ['en', 'ta'] as const
export type SlipLanguage = (typeof slipLanguages)[number]

/** Every text of the page that checks a slip. One table per language; a missing line does not compile. */
export type SlipWords = {
  language: string
  title: string
  checking: string
  /** `no-keys`: nothing to check with. `no-slip`: the address holds none. `unable`: without TLS a browser reckons nothing. */
  verdicts: Record<Verdict['kind'] | 'no-keys' | 'no-slip' | 'unable', Wording>
  issued: string
  bags: Record<'one' | 'some' | 'oneAlive' | 'allAlive' | 'slip' | 'delivery' | 'until' | 'expired', string>
  emergency: Wording
  steps: readonly [Wording, Wording, Wording]
  claims: string
  patient: Record<'title' | 'label' | 'field' | 'clear', string> & { match: Wording; noMatch: Wording }
  foot: Record<'online' | 'offline' | 'stays', string>
}
