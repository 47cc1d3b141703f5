import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { isOwnHospital } from '../people/roles.ts'
import type { Channel, MessageState } from './resending.ts'

export const confirmWords = {
  'other-recipient': {
    title: 'Not Sent',
    text: 'This message goes to the addresses that are set up for it and to no other.',
  },
  'not-ours': { title: 'Not Sent', text: 'Only the hospitals dev and test have messages for developers.' },
  'not-happened': {
    title: 'Nothing To Send',
    text: 'There is nothing to tell: this has not happened, or it is no longer so.',
    conflict: true,
  },
} satisfies Record<string, Wording>
export type ConfirmRefusal = Refusal<keyof typeof confirmWords>

/** Ruling AMB-159: "to" is accepted only if it equals whom the server writes to. */
export function whyNotTo(
  to: string | readonly string[] | undefined,
  recipients: readonly string[],
): ConfirmRefusal | null {
  if (to === undefined) return null
  const named = [to].flat().flatMap((one) => one.split(','))
  const isSame = sorted(named.map((address) => address.trim().toLowerCase())) === sorted(recipients)
  return isSame ? null : no('other-recipient', 'to')
}

const sorted = (addresses: readonly string[]): string => JSON.stringify([...new Set(addresses)].sort())

/** Ruling AMB-162: which hospitals are ours the server knows; nobody else's mail is led away from the provider. */
export const whyNotDev = (dev: boolean | undefined, hospitalId: string): ConfirmRefusal | null =>
  dev && !isOwnHospital(hospitalId) ? no('not-ours', 'dev') : null

const what: Record<Channel, string> = { mail: 'mail', sms: 'text message', push: 'push' }
const became: [MessageState, string][] = [
  ['failed', 'could not be sent; the provider sees why'],
  ['waiting', 'is on its way'],
  ['kept', 'is kept in the outbox, since there is no way out'],
  ['overtaken', 'is not sent, because it is no longer so'],
  ['sent', 'was sent'],
]

/** Of an account that raises far more than a ward does (domain/requests/flooding.ts). */
export const sayGathered = (channel: Channel, whose: string): string =>
  `The ${what[channel]} of ${whose} is gathered with others into one.`

/** What became of the messages of one act, the worst of them first. */
export function sayBecame(channel: Channel, states: readonly MessageState[], whose: string): string {
  const [, words] = became.find(([state]) => states.includes(state)) ?? []
  return words
    ? `The ${what[channel]} of ${whose} ${words}.`
    : `There is nobody to send a ${what[channel]} to.`
}
