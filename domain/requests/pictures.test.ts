import { describe, expect, test } from 'vitest'
import { say } from '../basics/refusal.ts'
import {
  inLifeOrder,
  PictureName,
  PictureState,
  picturePath,
  pictureStates,
  pictureStateText,
  pictureWords,
  whyNotKeep,
  whyNotPictureForm,
  whyNotPictureId,
} from './pictures.ts'

test('IMAGES-05 DATA-17 the states as people read them; the path keeps InTransit', () => {
  expect(pictureStates.map(pictureStateText)).toEqual([
    'SampleAcquired',
    'CrossMatching',
    'Issued',
    'Completed',
  ])
  expect(picturePath('05c8aa71', 'InTransit', 'Bag')).toBe('images/05c8aa71/05c8aa71-InTransit-Bag.jpeg')
})

describe('the id of the image screens', () => {
  test.each([
    ['IMAGES-02', 'nothing', 'No RequestID entered', ''],
    ['IMAGES-02', 'spaces', 'No RequestID entered', '   '],
    ['IMAGES-03', 'three characters', 'RequestID too short', 'abc'],
    ['IMAGES-03', 'seven', 'RequestID too short', '1234567'],
    ['IMAGES-04', 'nine', 'RequestID length limit exceeded', '123456789'],
    ['IMAGES-04', 'thousands', 'RequestID length limit exceeded', 'x'.repeat(5_000)],
  ])('%s ERRORS-01 %s: %s', (_row, _what, text, typed) => {
    const refusal = whyNotPictureId(typed)
    expect(refusal && say(pictureWords, refusal)).toEqual({ title: 'Invalid RequestID', text })
    expect(refusal?.field).toBe('requestId')
  })

  test.each(['05c8aa71', ' 05C8AA71 ', 'zzzzzzzz'])('IMAGES-04 "%s" has the right length', (typed) => {
    expect(whyNotPictureId(typed)).toBeNull()
  })
})

test.each([
  ['no id', { requestId: '' }, 'no-request-id', 'requestId'],
  ['no state', { state: null }, 'form-incomplete', 'state'],
  ['no type', { name: null }, 'form-incomplete', 'name'],
  ['no file', { hasFile: false }, 'form-incomplete', 'file'],
  ['the id before the rest', { requestId: 'abc', state: null }, 'id-too-short', 'requestId'],
] as const)('IMAGES-01 an upload with %s is refused', (_, change, code, field) => {
  const form = { requestId: '05c8aa71', state: 'InTransit', name: 'Bag', hasFile: true, ...change } as const
  expect(whyNotPictureForm(form)).toEqual({ code, field })
  expect(
    whyNotPictureForm({ ...form, requestId: '05c8aa71', state: 'InTransit', name: 'Bag', hasFile: true }),
  ).toBeNull()
})

test('IMAGES-06 AMB-105 only a configured pair of state and type is kept', () => {
  const types = [
    { state: 'SampleAcquired', name: 'Sample' },
    { state: 'InTransit', name: 'Bag' },
  ] as const
  expect(whyNotKeep(true, types, { state: 'InTransit', name: 'Bag' })).toBeNull()
  expect(whyNotKeep(true, types, { state: 'InTransit', name: 'Sample' })?.code).toBe('type-unknown')
  expect(whyNotKeep(true, types, { state: 'Completed', name: 'Bag' })?.code).toBe('type-unknown')
  expect(whyNotKeep(true, types, { state: 'InTransit', name: 'bag' })?.code).toBe('type-unknown')
})

test('AMB-108 the picture of an order that is not there is an Upload Error', () => {
  const refusal = whyNotKeep(false, [], { state: 'InTransit', name: 'Bag' })
  expect(refusal && say(pictureWords, refusal)).toEqual({
    title: 'Upload Error',
    text: 'No record found for the provided RequestID.',
  })
})

test('IMAGES-12 ERRORS-09 AMB-126 no pictures: title and text as one sentence of the catalogue', () => {
  const { title, text } = pictureWords['no-pictures']
  expect(`${title}: ${text}`).toBe('Error Fetching the Images: No record found for the provided RequestID.')
})

test('STORAGE-03 T49 nothing that could lead elsewhere is a state or a type', () => {
  for (const text of [
    '..',
    'a/b',
    'a\\b',
    'a.b',
    '',
    'a b',
    'Bag\u0000',
    'Bag\n',
    '%2e%2e',
    'Bäg',
    '\uff0f',
    'x'.repeat(41),
  ]) {
    expect(PictureName.safeParse(text).success, text).toBe(false)
    expect(PictureState.safeParse(text).success, text).toBe(false)
  }
  expect(PictureName.safeParse('Bag2').success).toBe(true)
})

test("IMAGES-10 pictures stand in the order of an order's life", () => {
  const shuffled = (['Completed', 'InTransit', 'SampleAcquired', 'InTransit'] as const).map((state, at) => ({
    state,
    at,
  }))
  expect(inLifeOrder(shuffled).map(({ state, at }) => `${state} ${at}`)).toEqual([
    'SampleAcquired 2',
    'InTransit 1',
    'InTransit 3',
    'Completed 0',
  ])
})
