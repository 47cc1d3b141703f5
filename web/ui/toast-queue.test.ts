import { expect, test } from 'vitest'
import { noToasts, type ToastQueue, withoutToast, withToast } from './toast-queue.ts'

const toast = (id: string, text = id) => ({ id, text, kind: 'info' as const, ms: 5000 })
const four = ['a', 'b', 'c', 'd'].reduce((queue, id) => withToast(queue, toast(id)), noToasts)
const ids = (queue: ToastQueue) => [queue.shown.map(({ id }) => id), queue.waiting.map(({ id }) => id)]

test('SHELL-34 a fourth toast waits until one of the three has gone', () => {
  expect(ids(four)).toEqual([['a', 'b', 'c'], ['d']])
  expect(ids(withoutToast(four, 'b'))).toEqual([['a', 'c', 'd'], []])
})

test('SHELL-34 a toast with a known id takes the place of the old one and its time starts anew', () => {
  const queue = withToast(four, toast('b', 'done'))
  expect(ids(queue)).toEqual(ids(four))
  expect(queue.shown[1]).toMatchObject({ text: 'done', turn: 1 })
})

test('SHELL-34 closing a toast that has gone changes nothing', () => {
  expect(withoutToast(four, 'x')).toEqual(four)
})
