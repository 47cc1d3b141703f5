/**
 * The pictures and invoices of an order (§3.3, §4.2, §5.6, AMB-78 to 80, 100 to 106): which bytes whoever asks is
 * handed, or none. Written down a second time, without a line of the product's own.
 */
import { type Draw, pick } from '../dice.ts'
import type { Model } from '../walking.ts'

export type People = {
  readonly hospitals: readonly string[]
  readonly banks: readonly string[]
  readonly drivers: readonly string[]
}
export type Wish = { readonly hospital: string }
export type Party = 'hospital' | 'bloodbank'

export const statuses = ['issued', 'delivery-completed', 'completed', 'cancelled'] as const
export const types = ['SampleAcquired Sample', 'InTransit Bag', 'Completed Receipt'] as const
export type PictureType = (typeof types)[number]

/** `wrong`: another kind of file under that name; `named`: a name that no such file has. */
export type Content = 'right' | 'wrong' | 'named'

export type Act =
  | { readonly kind: 'move'; readonly status: (typeof statuses)[number] }
  | { readonly kind: 'link'; readonly bank: string; readonly driver: string }
  | {
      readonly kind: 'invoice'
      readonly party: Party
      readonly content: Content
      /** By a page from before the last change. */
      readonly isOld: boolean
      /** What is in it, to know it by. */
      readonly number: number
    }
  /** By the provider, or by a driver of the order; of a type that there is, or not. */
  | {
      readonly kind: 'picture'
      readonly driver: string | null
      readonly type: PictureType | 'InTransit Nothing'
      readonly content: Content
      readonly number: number
    }
  /** A file is gone from the disk. */
  | { readonly kind: 'lose'; readonly what: Party | PictureType }

type Kept = { readonly number: number; isLost: boolean }

export type Life = Wish & {
  status: 'hospital-admin-approved' | 'bloodbank-approved' | (typeof statuses)[number]
  bank: string | null
  driver: string | null
  readonly drivers: string[]
  hospitalInvoice: Kept | null
  bankInvoice: (Kept & { readonly bank: string }) | null
  /** By what it is of, and whose it is if it lies aside. */
  readonly pictures: Map<string, Kept>
}

/** The number of the file that was handed out; null: none was. */
export type Got = number | null
export type Seen = {
  /** Of the hospital's invoice and of the bank's. */
  provider: [Got, Got]
  hospitalAdmin: [Got, Got]
  hospitalStaff: [Got, Got]
  otherHospital: [Got, Got]
  banks: Record<string, [Got, Got]>
  /** The drivers and whoever is not signed in. */
  strangers: Got[]
  /** As the provider has them one by one; `aside` of former drivers. */
  pictures: Record<string, Got>
  /** What is in the archive of all pictures. */
  archive: number[]
  /** How many pictures others than the provider get. */
  picturesOfOthers: number
}

export type Files = { people: People; wish: Wish; life: Life; act: Act; seen: Seen }

export const files: Model<Files> = {
  name: 'Order',
  wish: (draw, { hospitals }) => ({ hospital: pick(hospitals, draw) }),
  begins: (wish) => ({
    ...wish,
    ...{ status: 'hospital-admin-approved', bank: null, driver: null, drivers: [] },
    ...{ hospitalInvoice: null, bankInvoice: null, pictures: new Map() },
  }),
  tellsWish: ({ hospital }) => `an order of ${hospital} is approved`,
  act: actFrom,
  tells: (act) => JSON.stringify(act),
  happens,
  seen: seenOf,
}

function happens(life: Life, act: Act): string {
  switch (act.kind) {
    case 'move':
      if (act.status === 'completed' && life.bank === null) return 'refused'
      life.status = act.status
      return 'done'
    case 'link':
      if (life.bank === act.bank && life.driver === act.driver) return 'refused'
      life.bank = act.bank
      life.driver = act.driver
      if (!life.drivers.includes(act.driver)) life.drivers.push(act.driver)
      if (life.status === 'hospital-admin-approved') life.status = 'bloodbank-approved'
      return 'done'
    case 'invoice':
      return keepInvoice(life, act)
    case 'picture':
      return keepPicture(life, act)
    case 'lose':
      return lose(life, act.what)
  }
}

/** AMB-100, 102: whatever stood there; a bank's only if there is one, under its name. */
function keepInvoice(life: Life, act: Extract<Act, { kind: 'invoice' }>): string {
  if (act.content !== 'right') return 'refused'
  if (act.party === 'bloodbank' && life.bank === null) return 'refused'
  if (act.isOld) return 'stale'
  const kept = { number: act.number, isLost: false }
  if (act.party === 'hospital') life.hospitalInvoice = kept
  else if (life.bank !== null) life.bankInvoice = { ...kept, bank: life.bank }
  return 'done'
}

/** AMB-105: only what is configured. What a driver sends who has lost the order lies beside it, one of each driver's. */
function keepPicture(life: Life, act: Extract<Act, { kind: 'picture' }>): string {
  if (act.driver !== null && !life.drivers.includes(act.driver)) return 'unknown'
  if (act.content !== 'right' || act.type === 'InTransit Nothing') return 'refused'
  const isAside = act.driver !== null && !(act.driver === life.driver && isDriven(life))
  life.pictures.set(isAside ? `${act.type} of ${act.driver}` : act.type, {
    number: act.number,
    isLost: false,
  })
  return 'done'
}

const isDriven = ({ status }: Life): boolean => status !== 'completed' && status !== 'cancelled'

function lose(life: Life, what: Party | PictureType): string {
  const isTheirs = life.bankInvoice?.bank === life.bank
  const kept =
    what === 'hospital'
      ? life.hospitalInvoice
      : what === 'bloodbank'
        ? isTheirs && life.bankInvoice
        : life.pictures.get(what)
  if (!kept || kept.isLost) return 'nothing'
  kept.isLost = true
  return 'done'
}

/** §4.2, AMB-78 to 80. */
function seenOf(life: Life): Seen {
  const { status, pictures } = life
  const isOver = status === 'completed' || status === 'cancelled'
  const numberOf = (kept: Kept | null | undefined): Got => (kept && !kept.isLost ? kept.number : null)
  const ofHospital = numberOf(life.hospitalInvoice)
  const ofBank = life.bankInvoice?.bank === life.bank ? numberOf(life.bankInvoice) : null
  const forProvider = isOver || status === 'delivery-completed'
  const theirs: [Got, Got] = [isOver ? ofHospital : null, null]
  const inOrder = [...pictures].sort(([one], [other]) => (one < other ? -1 : 1))
  return {
    provider: forProvider ? [ofHospital, ofBank] : [null, null],
    hospitalAdmin: theirs,
    hospitalStaff: theirs,
    otherHospital: [null, null],
    banks: life.bank === null || !isOver || ofBank === null ? {} : { [life.bank]: [null, ofBank] },
    strangers: [null, null, null, null, null, null],
    pictures: Object.fromEntries(inOrder.map(([name, kept]) => [name, numberOf(kept)])),
    archive: inOrder.flatMap(([, kept]) => numberOf(kept) ?? []).sort((one, other) => one - other),
    picturesOfOthers: 0,
  }
}

function actFrom(life: Life, draw: Draw, { banks, drivers }: People): Act {
  const content = draw(8) === 0 ? pick(['wrong', 'named'] as const, draw) : 'right'
  // of a width that a small picture can have
  const number = 1 + draw(200)
  const kind = draw(20)
  if (kind < 5) return { kind: 'move', status: pick(statuses, draw) }
  if (kind < 8 || (life.bank === null && kind < 11))
    return { kind: 'link', bank: pick(banks, draw), driver: pick(drivers, draw) }
  if (kind < 14) {
    const party = pick(['hospital', 'bloodbank'] as const, draw)
    return { kind: 'invoice', party, content, isOld: draw(6) === 0, number }
  }
  if (kind < 18) {
    const driver = draw(2) === 0 ? null : pick(drivers, draw)
    const type = draw(8) === 0 ? 'InTransit Nothing' : pick(types, draw)
    return { kind: 'picture', driver, type, content, number }
  }
  return { kind: 'lose', what: pick(['hospital', 'bloodbank', ...types] as const, draw) }
}
