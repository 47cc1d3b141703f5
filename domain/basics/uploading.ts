import { z } from 'zod'
import { no, type Refusal, type Wording } from './refusal.ts'

/** Ruling AMB-104. */
export const largestFile = 10 * 1024 * 1024

/** As the person's machine calls it. It is looked at, and never kept. */
export const FileName = z.string().min(1).max(255)

/** §5.3 for invoices; a picture is no document (ruling AMB-106). */
export const pictureEndings = ['.jpg', '.jpeg', '.png'] as const
export const invoiceEndings = [...pictureEndings, '.pdf'] as const

/** §8 where it gives the words; what else is wrong with a file in our own. */
export const uploadWords = {
  forbidden: { title: 'Upload Error', text: "User doesn't have permission to access the object" },
  cancelled: { title: 'Upload Error', text: 'User canceled the upload' },
  unknown: { title: 'Upload Error', text: 'Unknown error occurred, contact admin' },
  'path-in-name': {
    title: 'Upload Error',
    text: 'The name of the file must be a name alone, without a path.',
  },
  'wrong-ending': { title: 'Upload Error', text: 'The name of the file must end in {endings}.' },
  'own-uploads-full': {
    title: 'Upload Error',
    text: 'This account is sending several files already. Please try again when they have arrived.',
  },
  'uploads-full': {
    title: 'Upload Error',
    text: 'Too many files are being sent at the moment. Please try again in a minute.',
  },
  'too-large': { title: 'Upload Error', text: 'A file may have at most 10 MB.' },
  'wrong-content': {
    title: 'Upload Error',
    text: 'This file cannot be read as what its name says. Please check that it opens, and save it anew.',
  },
  'locked-pdf': {
    title: 'Upload Error',
    text: 'This PDF is locked, so nobody can see what else is in it. Please save it without a password.',
  },
  'active-pdf': {
    title: 'Upload Error',
    text: 'This PDF has {part}. An invoice may only show pages: please print it to a new PDF, and choose that one.',
  },
} satisfies Record<string, Wording>

export type UploadRefusal = Refusal<keyof typeof uploadWords>

// the slashes of Unicode look like one and are turned into one by some programs
const notInAName = /[/\\\p{Cc}\u2044\u2215\u29f5\u29f8\u29f9\ufe68\uff0f\uff3c]/u

/** By its name and size; what is really in it only the server can tell. */
export function whyNotUpload(
  file: { readonly name: string; readonly size: number },
  endings: readonly string[],
): UploadRefusal | null {
  const name = file.name.toLowerCase()
  if (notInAName.test(name)) return no('path-in-name', 'file')
  if (!endings.some((ending) => name.endsWith(ending) && name.length > ending.length)) {
    return no('wrong-ending', 'file', { endings: listed(endings) })
  }
  if (file.size > largestFile) return no('too-large', 'file')
  return file.size === 0 ? no('wrong-content', 'file') : null
}

const listed = (endings: readonly string[]): string =>
  new Intl.ListFormat('en-IN', { type: 'disjunction' }).format(endings)
