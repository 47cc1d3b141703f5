import { z } from 'zod'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { readSearch } from './searching.ts'

/** §4.2: what a picture of an order can be of. */
export const pictureStates = ['SampleAcquired', 'CrossMatching', 'InTransit', 'Completed'] as const
export const PictureState = z.enum(pictureStates)
export type PictureState = z.infer<typeof PictureState>

/** §4.2: InTransit is shown as "Issued". */
export const pictureStateText = (state: PictureState): string => (state === 'InTransit' ? 'Issued' : state)

/** As an order goes through them, delivery by delivery; what is of one state stays as it was. */
export const inLifeOrder = <One extends { readonly state: PictureState; readonly seq?: number }>(
  some: readonly One[],
): One[] =>
  some.toSorted(
    (a, b) => (a.seq ?? 1) - (b.seq ?? 1) || pictureStates.indexOf(a.state) - pictureStates.indexOf(b.state),
  )

/** Becomes part of a path, so nothing else may stand in it (ruling AMB-105). */
export const PictureName = z.string().regex(/^[A-Za-z0-9]{1,40}$/)

/** Of which delivery; and its number if it lies aside, because the driver had lost the order when it arrived. */
export type PictureOf = { readonly seq: number; readonly aside: number }
const ofTheFirst: PictureOf = { seq: 1, aside: 0 }

export const pictureFileName = (
  requestId: string,
  state: PictureState,
  name: string,
  { seq, aside } = ofTheFirst,
): string =>
  `${requestId}-${state}-${name}${seq > 1 ? `-${seq}` : ''}${aside > 0 ? `-aside${aside}` : ''}.jpeg`

/** §3.3 for the first delivery; the later ones have their number in it. Every part was checked before. */
export const picturePath = (requestId: string, state: PictureState, name: string, of = ofTheFirst): string =>
  `images/${requestId}/${pictureFileName(requestId, state, name, of)}`

/** The picture that stands in for a code at a hand-over. */
export const handOverPicture = 'HandOver'

/** §5.6 and §8, literally (rulings AMB-108, 126). */
export const pictureWords = {
  'no-request-id': { title: 'Invalid RequestID', text: 'No RequestID entered' },
  'id-too-short': { title: 'Invalid RequestID', text: 'RequestID too short' },
  'id-too-long': { title: 'Invalid RequestID', text: 'RequestID length limit exceeded' },
  'no-pictures': {
    title: 'Error Fetching the Images',
    text: 'No record found for the provided RequestID.',
  },
  'form-incomplete': {
    title: 'Form Incomplete',
    text: 'Please fill all fields before submitting the form',
  },
  'request-unknown': { title: 'Upload Error', text: 'No record found for the provided RequestID.' },
  'type-unknown': { title: 'Upload Error', text: 'There is no such picture type for this state.' },
} satisfies Record<string, Wording>

export type PictureRefusal = Refusal<keyof typeof pictureWords>

/** §5.6: asked before anything is looked for. */
export function whyNotPictureId(typed: string): PictureRefusal | null {
  return notAnId[readSearch(typed).kind]
}

const notAnId = {
  all: no('no-request-id', 'requestId'),
  part: no('id-too-short', 'requestId'),
  ignored: no('id-too-long', 'requestId'),
  exact: null,
} as const

export type PictureForm = {
  readonly requestId: string
  readonly state: PictureState | null
  readonly name: string | null
  readonly hasFile: boolean
}

export function whyNotPictureForm(form: PictureForm): PictureRefusal | null {
  const wrongId = whyNotPictureId(form.requestId)
  if (wrongId) return wrongId
  if (form.state === null) return no('form-incomplete', 'state')
  if (form.name === null) return no('form-incomplete', 'name')
  return form.hasFile ? null : no('form-incomplete', 'file')
}

/** Only what is configured is kept (ruling AMB-105). */
export function whyNotKeep(
  isRequest: boolean,
  types: readonly { readonly state: PictureState; readonly name: string }[],
  picture: { readonly state: PictureState; readonly name: string },
): PictureRefusal | null {
  if (!isRequest) return no('request-unknown', 'requestId')
  const isType = types.some(({ state, name }) => state === picture.state && name === picture.name)
  return isType ? null : no('type-unknown', 'name')
}
