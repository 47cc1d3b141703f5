/** How many text messages a day may cost: in all, of these kept for drivers, and for any one hospital or bank. */
export type TextBudget = {
  readonly perDay: number
  readonly forDrivers: number
  readonly perHospital: number
}

/** Where a text is counted. */
export type Purse = { readonly key: string; readonly max: number; readonly empty: string }

/** `accountId`: whose it is, where somebody has texts of their own. */
type Text = {
  readonly kind: string
  readonly organisationId: string | null
  readonly accountId?: string | null
}

/** Blood waits for a driver who was not told; every other text only says what a screen shows too. */
export const isForDriver = (kind: string): boolean => kind.startsWith('driver')

/**
 * The ways to pay for a text, the first that has room is taken: a way has room if each of its purses has. Drivers have
 * a purse that nobody else can empty, and use the common one after it; a hospital's texts are its own to use up first,
 * and what its people have sent to their own numbers takes nothing from those.
 */
export function waysToPay({ kind, organisationId, accountId = null }: Text, budget: TextBudget): Purse[][] {
  const { perDay, forDrivers, perHospital } = budget
  const common = { key: 'texts', max: perDay - forDrivers, empty: wordsOf(perDay, 'are sent in a day') }
  if (isForDriver(kind)) return [[{ ...common, key: 'texts drivers', max: forDrivers }], [common]]
  if (accountId !== null) {
    const [most, all] = [Math.floor(perHospital / ownShare), Math.floor(perDay / ownShare)]
    const place = organisationId ?? 'the provider'
    return [
      [
        { key: `texts to people of ${place}`, max: most, empty: wordsOf(most, ofPeople) },
        {
          key: 'texts to people',
          max: all,
          empty: wordsOf(all, 'to people’s own numbers are sent in a day'),
        },
        common,
      ],
    ]
  }
  if (organisationId === null) return [[common]]
  const empty = wordsOf(perHospital, 'are sent for one hospital or blood bank in a day')
  return [[{ key: `texts of ${organisationId}`, max: perHospital, empty }, common]]
}

/** People's own texts are a fifth of all at most: the desk's must not fail for them. */
const ownShare = 5
const ofPeople = 'to people’s own numbers are sent for one hospital or blood bank in a day'

const wordsOf = (max: number, what: string): string => `No more than ${max} text messages ${what}.`

type Whom = { readonly name: string; readonly phone: string }

export type DriverTextState = 'going' | 'late' | 'failed' | 'held' | 'kept' | 'no-phone'

/** What whoever linked an order is told of the text to its driver: where none arrives, somebody has to call. */
export function driverTextSays(state: DriverTextState, { name, phone }: Whom): string {
  if (state === 'no-phone')
    return `${name} has no phone number here and gets no text message: please tell them another way.`
  const call = `please call ${phone}.`
  if (state === 'held')
    return `The text message to ${name} is not sent, since the text messages of the day are used up: ${call}`
  if (state === 'kept') return `No SMS service is set up, so ${name} gets no text message: ${call}`
  if (state === 'failed') return `The text message to ${name} failed: ${call}`
  if (state === 'late') return `The text message to ${name} could not be sent yet: ${call}`
  return `The text message to ${name} is on its way.`
}

/** One that waits is trouble only after a try in vain. One that is kept was told of when it was written. */
export function troubleOf(text: {
  readonly state: string
  readonly tries: number
}): 'failed' | 'late' | null {
  if (text.state === 'failed') return 'failed'
  return text.state === 'waiting' && text.tries > 0 ? 'late' : null
}
