import type { late } from '#contract/late.ts'
import type { InputOf } from '#contract/route.ts'
import type { ShelfGroup } from '#domain/bags/kinds.ts'
import { readingWords, readPart } from '#domain/bags/reading.ts'
import { say } from '#domain/basics/refusal.ts'
import { instantOf } from '#domain/basics/time.ts'
import { Sheet, sheetWords, whyNotSheet } from '#domain/downtime/late-issue.ts'
import type { CrossmatchMethod, CrossmatchResult } from '#domain/matching/crossmatch.ts'
import type { AntibodyScreen, Recent } from '#domain/matching/sample.ts'
import { RequestId } from '#domain/requests/request.ts'

/** One bag of the paper; an empty line is none. */
export type BagLine = {
  readonly text: string
  readonly result: CrossmatchResult | 'none'
  /** It left, though its donation is reactive. */
  readonly isSure?: boolean
}

export type SheetDraft = {
  id: string
  paperNumber: string
  seq: string
  /** The bench has the tube already. */
  hasTube: boolean
  labelName: string
  labelPatientId: string
  takenDay: string
  takenTime: string
  takenBy: string
  receivedDay: string
  receivedTime: string
  groupFound: ShelfGroup | null
  antibodyScreen: AntibodyScreen
  recent: Recent
  lines: readonly BagLine[]
  method: CrossmatchMethod
  matchedDay: string
  matchedTime: string
  matchedBy: string
  isInspected: boolean
  issuedDay: string
  issuedTime: string
  issuedBy: string
  checkedBy: string
  isEmergency: boolean
  doctor: string
  reason: string
}

const emptyLine: BagLine = { text: '', result: 'compatible' }

export const emptySheet = (today: string): SheetDraft => ({
  ...{ id: '', paperNumber: '', seq: '1', hasTube: false, labelName: '', labelPatientId: '' },
  ...{ takenDay: today, takenTime: '', receivedDay: today, receivedTime: '', groupFound: null },
  ...{ takenBy: '', antibodyScreen: 'not-done', recent: 'unknown' },
  ...{ lines: [emptyLine], method: 'gel', matchedDay: today, matchedTime: '', matchedBy: '' },
  ...{ isInspected: false, issuedDay: today, issuedTime: '', issuedBy: '', checkedBy: '' },
  ...{ isEmergency: false, doctor: '', reason: '' },
})

/** An Enter in a line: the next one is to be typed or scanned. */
export const withLineAfter = (lines: readonly BagLine[], at: number): BagLine[] => {
  const next = lines[at + 1]
  if (next?.text === '' || lines.length >= mostLines) return [...lines]
  const { result } = lines[at] ?? emptyLine
  return lines.toSpliced(at + 1, 0, { ...emptyLine, result: result === 'none' ? 'none' : 'compatible' })
}
const mostLines = 10

const isTold = ({ text }: BagLine): boolean => text.trim() !== ''

/** As the server names them: it counts the bags that it was told of. */
export const fieldOfBag = (lines: readonly BagLine[], at: number): string => {
  const line = lines[at]
  return line && isTold(line) ? `bags.${lines.slice(0, at).filter(isTold).length}.number` : `line.${at}`
}

const bagFields = Array.from({ length: mostLines }, (_, at) => [
  `bags.${at}.number`,
  `bags.${at}.isSure`,
]).flat()

/** In the order in which a person meets them. */
export const sheetFields: readonly string[] = [
  ...['id', 'paperNumber', 'seq', 'hasTube', 'labelName', 'labelPatientId', 'groupFound'],
  ...['antibodyScreen', 'recent', 'takenBy', 'takenAt', 'receivedAt', 'line.0', 'bags', ...bagFields],
  ...['matchedAt', 'isInspected', 'issuedAt', 'issuedBy', 'checkedBy', 'doctor', 'reason'],
]

type Gap = { readonly code: string; readonly field: string; readonly title: string; readonly text: string }
const gap = (field: string, text: string): Gap => ({ code: 'gap', field, title: 'Form Incomplete', text })

const whenOf = (day: string, time: string): Date | null =>
  day === '' || time === '' ? null : instantOf(day, time)

/** What stands on the paper, or what is missing of it: by the rule that the server asks too. */
export function sheetOf(draft: SheetDraft, now: Date): InputOf<typeof late.issue> | Gap {
  const missing = gapIn(draft)
  if (missing) return missing
  const bags: Sheet['bags'] = []
  for (const [at, line] of draft.lines.entries()) {
    if (!isTold(line)) continue
    const read = bagIn(line, draft)
    if ('code' in read) return { ...read, field: fieldOfBag(draft.lines, at) }
    bags.push(read)
  }
  const {
    labelName,
    labelPatientId,
    takenBy,
    groupFound,
    antibodyScreen,
    recent,
    isEmergency,
    doctor,
    reason,
  } = draft
  const sheet = Sheet.parse({
    seq: Number(draft.seq),
    sample: draft.hasTube
      ? null
      : {
          ...{ labelName, labelPatientId, takenBy, groupFound, antibodyScreen, recent },
          takenAt: whenOf(draft.takenDay, draft.takenTime),
          receivedAt: whenOf(draft.receivedDay, draft.receivedTime),
        },
    bags,
    matchedAt: whenOf(draft.matchedDay, draft.matchedTime),
    matchedBy: draft.matchedBy,
    issuedAt: whenOf(draft.issuedDay, draft.issuedTime),
    ...{ issuedBy: draft.issuedBy, checkedBy: draft.checkedBy },
    emergency: isEmergency ? { doctor, reason } : null,
  })
  const refusal = whyNotSheet(sheet, now)
  if (refusal) return { code: refusal.code, field: refusal.field ?? 'bags', ...say(sheetWords, refusal) }
  return { ...sheet, id: draft.id.trim().toLowerCase(), paperNumber: draft.paperNumber }
}

export const isGap = (sheet: InputOf<typeof late.issue> | Gap): sheet is Gap => 'title' in sheet

function gapIn(draft: SheetDraft): Gap | null {
  if (!RequestId.safeParse(draft.id.trim().toLowerCase()).success)
    return gap('id', 'Please enter the Order ID: 8 letters and digits, as Bench and the hospital have it.')
  if (draft.paperNumber.trim() === '')
    return gap('paperNumber', 'Please enter the number that is printed on the paper.')
  if (!/^[1-9]\d{0,2}$/.test(draft.seq.trim()))
    return gap('seq', 'Please enter which delivery it was: 1 is the first.')
  const times: [string, Date | null][] = [
    ...(draft.hasTube ? [] : ([['takenAt', whenOf(draft.takenDay, draft.takenTime)]] as const)),
    ...(draft.hasTube ? [] : ([['receivedAt', whenOf(draft.receivedDay, draft.receivedTime)]] as const)),
    ['issuedAt', whenOf(draft.issuedDay, draft.issuedTime)],
  ].map(([field, at]) => [field as string, at as Date | null])
  if (!draft.lines.some(isTold)) return gap('line.0', 'Please enter the numbers of the bags that left.')
  const untimed = times.find(([, at]) => at === null)
  if (untimed) return gap(untimed[0], 'Please enter day and time, as they stand on the paper.')
  if (draft.isInspected) return null
  return gap('isInspected', 'Please tick that each bag was looked at before it left.')
}

function bagIn(
  { text, result, isSure = false }: BagLine,
  { method }: SheetDraft,
): Sheet['bags'][number] | Gap {
  const read = readPart(text)
  if ('code' in read) return { code: read.code, field: '', ...say(readingWords, read) }
  const match = result === 'none' ? null : { method, result }
  return { ...read, match, isInspected: true, isSure }
}
