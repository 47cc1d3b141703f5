/**
 * A donor's form at its blood bank (§3.3, §4.2, §5.7, AMB-138 to 144, 192, 283): sent in, changed by staff, signed,
 * decided, certified, erased. Written down a second time, without a line of the product's own.
 */
import { type Draw, pick } from '../dice.ts'
import type { Model } from '../walking.ts'

/** Each bank has two at its counter, each with a page of their own before them. */
export type People = { readonly banks: readonly string[]; readonly clerks: readonly string[] }
export type Wish = {
  readonly bank: string
  readonly name: string
  readonly phone: string
  readonly ticks: number
}

/** What staff can type over it, good and bad. */
export const changes = {
  nothing: {},
  'another name': { name: 'Devi Ravi' },
  'another phone': { phone: '9840099999' },
  'an older donor': { bornOn: '1960-11-17' },
  'three donations': { donations: 3 },
  'a pulse': { pulse: '70' },
  'another pulse': { pulse: '84' },
  'half a kilogram': { weightKg: 61.25 },
  'no name': { name: ' ' },
  'no phone': { phone: '12' },
  'a child': { bornOn: '2008-11-17' },
  'no weight': { weightKg: 0 },
  'donations below none': { donations: -1 },
} as const
export type Change = keyof typeof changes
const isBad = (change: Change): boolean => Object.keys(changes).indexOf(change) >= 8

export type Signing = { readonly preference: 'typed' | 'drawn' | null; readonly name: string }

/** On the page that somebody has before them. */
export type Written =
  | { readonly kind: 'draw' | 'draw nothing'; readonly clerk: string }
  | { readonly kind: 'save' | 'reject'; readonly clerk: string; readonly change: Change }
  | { readonly kind: 'complete'; readonly clerk: string; readonly change: Change; readonly signing: Signing }

export type Act =
  | Written
  | { readonly kind: 'look'; readonly clerk: string }
  /** Both of the bank press Submit at the same moment. */
  | { readonly kind: 'complete twice' }
  /** Somebody of the other bank. */
  | { readonly kind: 'meddle' }
  /** The donor's phone sends it once more, because no answer came. */
  | { readonly kind: 'send again' }
  /** The operator. */
  | { readonly kind: 'erase' | 'export' }

/** All that is in it; whoever has another one before them has an old page. */
export type Form = {
  readonly status: 'incomplete' | 'complete' | 'rejected'
  readonly name: string
  readonly phone: string
  /** On the day on which it was sent. */
  readonly age: number
  readonly weightKg: number
  readonly donations: number
  readonly pulse: string | null
  /** As the bank found it: at first what the donor said, once anything was written down. */
  readonly foundGroup: string | null
  readonly signature: string | null
  readonly isDrawn: boolean
}

export type Life = Wish & { form: Form | null; readonly pages: Record<string, Form | null> }

export type Seen = {
  /** A row of its bank's list. */
  listed: { status: string; name: string; phone: string; age: number; flags: number } | null
  shown: Form | null
  /** Whether it can be fetched. */
  certificate: 'there' | 'not yet' | 'unknown'
  drawing: 'there' | 'unknown'
  /** What the other bank, the provider and a hospital get of it. */
  others: string[]
  /** What lies in the store under its name. */
  files: number
}

export type Donors = { people: People; wish: Wish; life: Life; act: Act; seen: Seen }

export const donors: Model<Donors> = {
  name: 'Form',
  wish: (draw, { banks }, at) => ({
    bank: banks[at % banks.length] ?? '',
    name: pick(['Selvi Murugan', 'Gayathri S', 'Mani'], draw),
    phone: `98400${10_000 + draw(80_000)}`,
    ticks: draw(3),
  }),
  begins: (wish) => ({
    ...wish,
    form: {
      ...{ status: 'incomplete', name: wish.name, phone: wish.phone, age: 32, weightKg: 58, donations: 0 },
      ...{ pulse: null, foundGroup: null, signature: null, isDrawn: false },
    },
    pages: {},
  }),
  tellsWish: ({ bank, name, phone }) => `${name}, ${phone}, sends a form to ${bank}`,
  act: actFrom,
  tells,
  happens,
  seen: seenOf,
}

function happens(life: Life, act: Act): string {
  const { form } = life
  switch (act.kind) {
    case 'send again':
      // AMB-285: what was erased does not come back
      return form ? 'done' : 'refused'
    case 'meddle':
      return 'unknown'
    case 'erase':
      life.form = null
      return form ? 'done' : 'unknown'
    case 'export':
      if (!form) return 'unknown'
      return `json${form.status === 'complete' ? ', pdf' : ''}${form.isDrawn ? ', png' : ''}`
    case 'look':
      if (!form) return 'unknown'
      life.pages[act.clerk] = form
      return 'done'
    case 'complete twice': {
      if (!form) return 'unknown, unknown'
      if (form.status !== 'incomplete') return 'stale, stale'
      life.form = { ...written(form, 'nothing'), status: 'complete', signature: 'Both', isDrawn: false }
      return 'done, stale'
    }
    default:
      return staffDo(life, act)
  }
}

function staffDo(life: Life, act: Written): string {
  const { form } = life
  // who never looked has nothing to write on
  const page = life.pages[act.clerk] ?? null
  if (!page) return 'nothing'
  if (!form) return 'unknown'
  // §4.2: what is decided does not change, and what changed meanwhile is not written over
  if (form.status !== 'incomplete' || !isSame(form, page)) return 'stale'
  const after = afterwards(form, act)
  if (!after) return 'refused'
  life.form = after
  life.pages[act.clerk] = after
  return 'done'
}

function afterwards(form: Form, act: Written): Form | null {
  switch (act.kind) {
    case 'draw':
      return { ...form, isDrawn: true }
    case 'save':
      return isBad(act.change) ? null : written(form, act.change)
    case 'reject':
      // AMB-140: nothing stands against it; what cannot be kept stays as the donor gave it
      return { ...written(form, isBad(act.change) ? 'nothing' : act.change), status: 'rejected' }
    case 'complete': {
      const { preference, name } = act.signing
      if (isBad(act.change) || preference === null) return null
      if (preference === 'typed' ? name.trim() === '' : !form.isDrawn) return null
      const signature = preference === 'typed' ? name : null
      return {
        ...written(form, act.change),
        status: 'complete',
        signature,
        isDrawn: preference === 'drawn',
      }
    }
    default:
      return null
  }
}

function written(form: Form, change: Change): Form {
  const { bornOn, ...rest }: { bornOn?: string } & Partial<Form> = changes[change]
  // born on 17 November, counted on the 16th: one year less than the years say
  const age = bornOn === undefined ? form.age : 2026 - Number(bornOn.slice(0, 4)) - 1
  return { ...form, foundGroup: form.foundGroup ?? 'O+', ...rest, age }
}

const isSame = (one: Form, other: Form): boolean =>
  (Object.keys(one) as (keyof Form)[]).every((part) => one[part] === other[part])

function seenOf({ form, ticks }: Life): Seen {
  const others = ['unknown', 'not theirs', 'not theirs']
  if (!form)
    return { listed: null, shown: null, certificate: 'unknown', drawing: 'unknown', others, files: 0 }
  const { status, name, phone, age } = form
  return {
    listed: { status, name, phone, age, flags: ticks },
    shown: form,
    certificate: status === 'complete' ? 'there' : 'not yet',
    drawing: form.isDrawn ? 'there' : 'unknown',
    others,
    files: (status === 'complete' ? 1 : 0) + (form.isDrawn ? 1 : 0),
  }
}

function actFrom(life: Life, draw: Draw, { clerks }: People): Act {
  const without = clerks.find((one) => !life.pages[one])
  if (without && draw(2) === 0) return { kind: 'look', clerk: without }
  const fresh = clerks.find((one) => life.form && life.pages[one] && isSame(life.form, life.pages[one]))
  const clerk = draw(2) === 0 ? pick(clerks, draw) : (fresh ?? pick(clerks, draw))
  const change = pick(Object.keys(changes) as Change[], draw)
  const kind = draw(24)
  if (kind < 4) return { kind: 'look', clerk }
  if (kind < 12) return { kind: 'save', clerk, change }
  if (kind < 14) return { kind: 'draw', clerk }
  if (kind === 14) return { kind: 'draw nothing', clerk }
  if (kind < 18)
    return {
      ...{ kind: 'complete', clerk, change: draw(2) === 0 ? 'nothing' : change },
      signing: {
        preference: pick(['typed', 'drawn', life.form?.isDrawn ? 'drawn' : 'typed', null], draw),
        name: pick(['Selvi', 'Selvi M', ' '], draw),
      },
    }
  const rest = ['reject', 'complete twice', 'meddle', 'send again', 'erase', 'export'] as const
  const other = rest[kind - 18] ?? 'meddle'
  return other === 'reject' ? { kind: other, clerk, change } : { kind: other }
}

function tells(act: Act): string {
  if (!('clerk' in act)) return act.kind
  const change = 'change' in act ? ` with ${act.change}` : ''
  const signing = 'signing' in act ? `, ${act.signing.preference} "${act.signing.name}"` : ''
  return `${act.clerk}: ${act.kind}${change}${signing}`
}
