import { beforeEach, expect, test } from 'vitest'
import { shownOf, type ToastQueue, withoutToast, withToast } from './toast-queue.ts'
import { gatherToast, showToast, toasts } from './toast-store.ts'

const toast = (id: string, text = id) => ({ id, text, kind: 'info' as const, ms: 5000 })
const four = ['a', 'b', 'c', 'd'].reduce<ToastQueue>((queue, id) => withToast(queue, toast(id)), [])
const shown = (queue: ToastQueue, room: number) => shownOf(queue, room).map(({ id }) => id)

beforeEach(() => toasts.set([]))

test('a toast for which there is no room waits until one has gone', () => {
  expect(shown(four, 3)).toEqual(['a', 'b', 'c'])
  expect(shown(withoutToast(four, 'b'), 3)).toEqual(['a', 'c', 'd'])
  expect(shown(four, 1)).toEqual(['a'])
})

test('one that stays until it is closed makes room for those that do not, and is seen again after them', () => {
  const queue = withToast(
    [{ ...toast('regenerating'), kind: 'loading', ms: null, turn: 0 }],
    toast('approved'),
  )
  expect(shown(queue, 1)).toEqual(['approved'])
  expect(shown(withoutToast(queue, 'approved'), 1)).toEqual(['regenerating'])
  expect(shown(queue, 2)).toEqual(['regenerating', 'approved'])
})

test('a toast with a known id takes the place of the old one and its time starts anew', () => {
  const queue = withToast(four, toast('b', 'done'))
  expect(queue.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
  expect(queue[1]).toMatchObject({ text: 'done', turn: 1 })
})

test('closing a toast that has gone changes nothing', () => {
  expect(withoutToast(four, 'x')).toEqual(four)
})

test('SHELL-34 SHELL-35 a toast stays 5 s unless another time is told, and one that is loading stays', () => {
  showToast({ text: 'Request Approved', kind: 'success' })
  showToast({ text: 'hospital invoice uploaded Successfully!', kind: 'success', ms: 1000 })
  showToast({ text: 'Uploading', kind: 'loading' })
  expect(toasts.get().map(({ ms }) => ms)).toEqual([5000, 1000, null])
})

test('APPROVAL-12 one decision has its own words, several while they are to be read are counted, and a later one begins anew', () => {
  const approved = () => gatherToast({ text: 'Request Approved', kind: 'success' })
  const texts = () => toasts.get().map(({ text }) => text)
  approved()
  expect(texts()).toEqual(['Request Approved'])
  for (let n = 0; n < 4; n++) approved()
  gatherToast({ text: 'Request Rejected', kind: 'success' })
  expect(texts()).toEqual(['Request Approved (5)', 'Request Rejected'])
  toasts.set([])
  approved()
  expect(texts()).toEqual(['Request Approved'])
})
