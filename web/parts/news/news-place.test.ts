import { expect, test } from 'vitest'
import { newsPlace } from './news-place.ts'

test.each([
  ['pilot', 'raised', 'a1', { to: '/dashboard/pilot/approval', search: { search: 'a1' } }],
  ['plus', 'raised', null, { to: '/dashboard/plus/approval', search: {} }],
  ['pilot', 'late', 'a1', { open: 'a1' }],
  ['bloodbank', 'order-linked', 'a1', { to: '/dashboard/bloodbank/history', search: { search: 'a1' } }],
  ['bloodbank', 'stock-old', null, { to: '/dashboard', search: {} }],
  ['admin', 'untaken', 'a1', { to: '/dashboard/admin/linkBloodBank', search: { order: 'a1' } }],
  ['admin', 'temperature', 'a1', { open: 'a1' }],
  ['admin', 'camp-asked', null, { to: '/dashboard/admin/updateCompany', search: {} }],
  ['admin', 'flood', null, { to: '/dashboard/admin/status', search: {} }],
] as const)('AMB-302 for %s news of %s about %s leads to its row', (product, kind, requestId, place) => {
  expect(newsPlace({ kind, requestId }, { product })).toEqual(place)
})
