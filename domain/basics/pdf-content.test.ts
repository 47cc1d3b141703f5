import { describe, expect, test } from 'vitest'
import { troubleNamed, whyNotPdf } from './pdf-content.ts'
import { say } from './refusal.ts'
import { uploadWords } from './uploading.ts'

describe('a name in a PDF', () => {
  test.each([
    ['JavaScript', 'script'],
    ['javascript', 'script'],
    ['JS', 'script'],
    ['Launch', 'launch'],
    ['AA', 'automatic'],
    ['EmbeddedFile', 'attachment'],
    ['EmbeddedFiles', 'attachment'],
    ['EF', 'attachment'],
    ['RichMedia', 'media'],
    ['XFA', 'form'],
    ['SubmitForm', 'form'],
    ['ImportData', 'form'],
    ['GoToR', 'otherFile'],
    ['GoToE', 'otherFile'],
    ['Encrypt', 'locked'],
  ])('T52 /%s tells of more than pages', (name, trouble) => {
    expect(troubleNamed(name, false)).toBe(trouble)
  })

  test.each(['OpenAction', 'GoTo', 'URI', 'A', 'Aa', 'js', 'FlateDecode', 'JavaScripts', '', 'constructor'])(
    'UPDATEDB-12 /%s may be in any invoice',
    (name) => {
      expect(troubleNamed(name, false)).toBeNull()
    },
  )

  test('T52 a short one is a letter or a colour in a list, a long one is what it says', () => {
    expect(['JS', 'AA', 'EF', 'JavaScript'].map((name) => troubleNamed(name, true))).toEqual([
      null,
      null,
      null,
      'script',
    ])
  })
})

test('T52 UPDATEDB-12 what was found in a PDF, as a person reads it', () => {
  const said = (found: Parameters<typeof whyNotPdf>[0]) => {
    const refusal = whyNotPdf(found)
    return refusal && [refusal.field, say(uploadWords, refusal).text]
  }
  expect(said(null)).toBeNull()
  expect(said('unreadable')).toEqual(['file', uploadWords['wrong-content'].text])
  expect(said('locked')).toEqual(['file', uploadWords['locked-pdf'].text])
  expect(said('script')).toEqual([
    'file',
    'This PDF has a script. An invoice may only show pages: please print it to a new PDF, and choose that one.',
  ])
})
