import { afterEach, expect, test, vi } from 'vitest'
import type { Entry } from './device-store.ts'
import { keepPage } from './keeping-page.ts'
import { change, phone } from './phone.ts'

const before = phone.get()
afterEach(() => {
  phone.set(before)
  vi.unstubAllGlobals()
})

const waiting: Entry = {
  kind: 'step',
  orderId: 'abcdef01',
  seq: 1,
  step: 'delivered',
  stepId: '00000000-0000-4000-8000-000000000000',
  doneAt: new Date(),
  refusal: null,
  place: 1,
  accountId: 'ravi',
  accountName: 'Ravi Kumar',
}

test('SHELL-42 AMB-115 another build waits while a report is on the page alone and would go with it', async () => {
  const reload = vi.fn()
  const page = Object.assign(new EventTarget(), { activeElement: null, visibilityState: 'visible' })
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('document', page)
  change({ isLasting: false, queue: [waiting] })
  await keepPage()()
  expect(reload).not.toHaveBeenCalled()
  change({ queue: [] })
  page.dispatchEvent(new Event('visibilitychange'))
  expect(reload).toHaveBeenCalledOnce()
})

test('SHELL-42 another build comes at once where the phone keeps what waits', async () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('document', { activeElement: null, visibilityState: 'visible' })
  change({ isLasting: true, queue: [waiting] })
  await keepPage()()
  expect(reload).toHaveBeenCalledOnce()
})
