/** Who is rung when a donation turns out reactive after its bags have gone on (ruling AMB-332). */
import type { MessageKind } from '../messages/kind.ts'

export type ToldDonation = {
  readonly number: string
  /** Who found it. */
  readonly bank: string
}

const title = () => 'A bag on your shelf was found unsafe'

/** Of a bank that a bag of it was given to, and of the provider. Neither names a donor, a patient or a hospital. */
export const bagKinds = {
  'donation-reactive': {
    for: ['bank'],
    isSafety: true,
    channels: ['mail', 'sms'],
    name: 'Reactive donation',
    title,
    words: ({ number, bank }: ToldDonation): string =>
      `${bank} found a test of donation ${number} reactive. What you have of it was discarded on your shelf: please set the bags aside now, and call back what has left.`,
  },
  'donation-reactive-provider': {
    for: ['provider'],
    isSafety: true,
    channels: ['mail'],
    name: 'Reactive donation at another bank',
    title: () => 'A donation at two banks was found unsafe',
    words: ({ number, bank, at }: ToldDonation & { readonly at: string }): string =>
      `${bank} found a test of donation ${number} reactive, of which ${at} has bags. Both know of it. Please see that nothing of it is used.`,
  },
} satisfies Record<string, MessageKind & Record<'title' | 'words', unknown>>
