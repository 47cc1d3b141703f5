import { no } from './refusal.ts'
import type { UploadRefusal } from './uploading.ts'

/** What a PDF may do beyond showing pages, as a person is told of it. */
const activeParts = {
  script: 'a script',
  launch: 'an action that starts a program',
  automatic: 'an action that begins by itself',
  attachment: 'another file inside it',
  otherFile: 'a link to another file',
  form: 'a form that sends or takes in data',
  media: 'a film, a sound or a model',
} as const
type ActivePart = keyof typeof activeParts

/** What was found on looking into a PDF: it cannot be read as one, it is locked, or it does more than show pages. */
export type PdfTrouble = 'unreadable' | 'locked' | ActivePart

/** By the names that the format gives them (ISO 32000), in small letters: readers differ, and invoices have none. */
const names = new Map<string, PdfTrouble>(
  Object.entries({
    encrypt: 'locked',
    javascript: 'script',
    launch: 'launch',
    embeddedfile: 'attachment',
    embeddedfiles: 'attachment',
    fileattachment: 'attachment',
    gotor: 'otherFile',
    gotoe: 'otherFile',
    submitform: 'form',
    importdata: 'form',
    xfa: 'form',
    richmedia: 'media',
    richmediaexecute: 'media',
    rendition: 'media',
    movie: 'media',
    sound: 'media',
    '3d': 'media',
  }),
)

/** So short that a letter or a colour may be called that too; but those stand in lists, and in small letters. */
const shortNames = new Map<string, PdfTrouble>([
  ['JS', 'script'],
  ['AA', 'automatic'],
  ['EF', 'attachment'],
])

/** Null for a name that any invoice may have. */
export function troubleNamed(name: string, isInList: boolean): PdfTrouble | null {
  const short = isInList ? undefined : shortNames.get(name)
  return short ?? names.get(name.toLowerCase()) ?? null
}

/** A PDF is kept and handed on as it is, so it may only show pages. */
export function whyNotPdf(found: PdfTrouble | null): UploadRefusal | null {
  if (found === null) return null
  if (found === 'unreadable') return no('wrong-content', 'file')
  if (found === 'locked') return no('locked-pdf', 'file')
  return no('active-pdf', 'file', { part: activeParts[found] })
}
