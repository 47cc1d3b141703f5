import { describe, expect, test } from 'vitest'
import { say } from './refusal.ts'
import { invoiceEndings, largestFile, pictureEndings, uploadWords, whyNotUpload } from './uploading.ts'

describe('a file by its name and size', () => {
  test.each([
    'scan.jpg',
    'scan.jpeg',
    'scan.png',
    'IMG_0042.JPG',
    'my photo (2).Png',
    'a.b.c.jpg',
    'மாதிரி.jpg',
  ])('IMAGES-08 %s may be a picture', (name) => {
    expect(whyNotUpload({ name, size: 1 }, pictureEndings)).toBeNull()
  })

  test.each([
    ['.pdf', 'bill.pdf'],
    ['.PDF', 'BILL.PDF'],
    ['.jpg', 'bill.jpg'],
    ['.jpeg', 'bill.jpeg'],
    ['.png', 'bill.png'],
  ])('UPDATEDB-12 a name in %s may be an invoice', (_, name) => {
    expect(whyNotUpload({ name, size: 1 }, invoiceEndings)).toBeNull()
  })

  test.each([
    'notes.txt',
    'drawing.svg',
    'setup.exe',
    'page.html',
    'scan.jpg.exe',
    'scan.jpg ',
    'jpg',
    '.jpg',
    '',
    'scan.webp',
  ])('UPDATEDB-12 IMAGES-08 "%s" is neither', (name) => {
    for (const endings of [pictureEndings, invoiceEndings]) {
      expect(whyNotUpload({ name, size: 1 }, endings)?.code).toBe('wrong-ending')
    }
  })

  test('IMAGES-08 a PDF is no picture', () => {
    const refusal = whyNotUpload({ name: 'bill.pdf', size: 1 }, pictureEndings)
    expect(refusal && say(uploadWords, refusal)).toEqual({
      title: 'Upload Error',
      text: 'The name of the file must end in .jpg, .jpeg or .png.',
    })
  })

  test.each([
    '../../etc/passwd.jpg',
    '..\\windows\\win.png',
    '/etc/a.jpg',
    'C:\\a.jpg',
    'a\u0000.jpg',
    'a\n.jpg',
    '..\uff0fa.jpg',
    '..\u2215a.jpg',
    '..\u2044a.jpg',
    'a\uff3ca.jpg',
  ])('STORAGE-03 T49 a path in the name is refused: %j', (name) => {
    expect(whyNotUpload({ name, size: 1 }, pictureEndings)).toEqual({ code: 'path-in-name', field: 'file' })
  })

  test.each([
    ['an empty one', 0, 'wrong-content'],
    ['one byte', 1, undefined],
    ['10 MB', largestFile, undefined],
    ['10 MB and a byte', largestFile + 1, 'too-large'],
  ])('AMB-104 %s', (_, size, code) => {
    expect(whyNotUpload({ name: 'a.png', size }, pictureEndings)?.code).toBe(code)
  })
})

test('IMAGES-13 ERRORS-06 the three texts of a failed upload', () => {
  expect([uploadWords.forbidden, uploadWords.cancelled, uploadWords.unknown]).toEqual([
    { title: 'Upload Error', text: "User doesn't have permission to access the object" },
    { title: 'Upload Error', text: 'User canceled the upload' },
    { title: 'Upload Error', text: 'Unknown error occurred, contact admin' },
  ])
})
