import { expect, test } from 'vitest'
import { noToasts, type ToastQueue, withoutToast, withToast } from './toast-queue.ts'
import { showToast, toasts } from './toast-store.ts'

const toast = (id: string, text = id) => ({ id, text, kind: 'info' as const, ms: 5000 })
const four = ['a', 'b', 'c', 'd'].reduce((queue, id) => withToast(queue, toast(id)), noToasts)
const ids = (queue: ToastQueue) => [queue.shown.map(({ id }) => id), queue.waiting.map(({ id }) => id)]

test('a fourth toast waits until one of the three has gone', () => {
  expect(ids(four)).toEqual([['a', 'b', 'c'], ['d']])
  expect(ids(withoutToast(four, 'b'))).toEqual([['a', 'c', 'd'], []])
})

test('a toast with a known id takes the place of the old one and its time starts anew', () => {
  const queue = withToast(four, toast('b', 'done'))
  expect(ids(queue)).toEqual(ids(four))
  expect(queue.shown[1]).toMatchObject({ text: 'done', turn: 1 })
})

test('closing a toast that has gone changes nothing', () => {
  expect(withoutToast(four, 'x')).toEqual(four)
})

test('SHELL-34 SHELL-35 a toast stays 5 s unless another time is told, and one that is loading stays', () => {
  showToast({ text: 'Request Approved', kind: 'success' })
  showToast({ text: 'hospital invoice uploaded Successfully!', kind: 'success', ms: 1000 })
  showToast({ text: 'Uploading', kind: 'loading' })
  expect(toasts.get().shown.map(({ ms }) => ms)).toEqual([5000, 1000, null])
})
