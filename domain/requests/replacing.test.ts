import { expect, test } from 'vitest'
import { mayBeReplaced, whyNotReplace } from './replacing.ts'
import { requestStatuses } from './request.ts'

test('AMB-311 only what was approved and no bank has is offered to be replaced, and may be cancelled for that', () => {
  const offered = requestStatuses.filter((status) => mayBeReplaced({ status }))
  expect(offered).toEqual(['hospital-admin-approved'])
  for (const status of requestStatuses)
    expect(whyNotReplace({ status, bankId: null }, '7c40e9d2') === null).toBe(offered.includes(status))
  expect(whyNotReplace({ status: 'pending', bankId: null }, '7c40e9d2')?.code).toBe('amend-instead')
})
