import { expect, test } from 'vitest'
import { documentFor } from './light-pages.ts'

test.each([
  ['/', 'index.html'],
  ['/dashboard/pilot/request', 'index.html'],
  ['/consent?bloodbankId=redbank', 'consent.html'],
  ['/terms/', 'consent.html'],
  ['/consents', 'index.html'],
  ['/driver', 'driver.html'],
  ['/driver?x=1', 'driver.html'],
  ['/driver/7c40e9d2', 'driver.html'],
  ['/driver/accountant', 'driver.html'],
  ['/driver/account', 'index.html'],
  ['/driver/account/?x=1', 'index.html'],
  ['/drivers', 'index.html'],
  ['/verify', 'verify.html'],
  ['/verify/', 'verify.html'],
  ['/verify-worker.js', 'index.html'],
  ['/driver.tsx', 'index.html'],
])('AMB-115 %s is answered with %s', (address, document) => {
  expect(documentFor(address)).toBe(document)
})
