import { expect, onTestFinished, test } from 'vitest'
import { late } from '#contract/late.ts'
import { instantOf } from '#domain/basics/time.ts'
import { paperNumber } from '#domain/downtime/paper.ts'
import { operatorOn } from '#server/db/operator.ts'
import { takeNumbers } from '#server/downtime/store.ts'
import { signSlip } from '#server/slips/signing.ts'
import { emptyDatabase, ownerUrlOf } from '#testing/harness/database.ts'
import { aService } from '#testing/harness/service.ts'
import { aBag } from '#testing/makers/bags.ts'
import { aBank, aDraft, aStaffedHospital } from '#testing/makers/makers.ts'
import { connectTo, leaveNumbersOut } from './tables-store.ts'

const now = instantOf('2027-01-02', '10:00')
const secret = 'the secret of this server, 32 letters'

async function connected(url: string) {
  const client = await connectTo(url)
  onTestFinished(() => client.end())
  return client
}

test('AMB-399 papers and slips that left since the backup have no number twice, and such a paper can be entered', async () => {
  const service = await aService({ now, settings: { ROLE: 'web' } })
  const { db } = service
  const { hospital, staff } = await aStaffedHospital(db)
  const [signing, silent] = [await aBank(db), await aBank(db)]
  const pack = (place: string) => takeNumbers(db, place, { now, isShift: false })
  const bags = [aBag()]
  const of = { requestId: 'e19b5d30', patientId: 'FH-20817', seq: 1, isEmergency: false, bags }
  const slip = async (bankId: string, day: string) => {
    const act = operatorOn(db)
    const signed = await act(instantOf(day, '12:00'), (work) => signSlip(work, secret, { ...of, bankId }))
    return signed.slip.slice(-11)
  }
  expect(await pack(hospital.id)).toEqual({ first: 1, last: 10 })
  expect(await slip(signing.id, '2026-12-30')).toBe('2026-000001')

  await leaveNumbersOut(await connected(ownerUrlOf(service.databaseUrl)), 2027)

  expect(await pack(hospital.id)).toEqual({ first: 10_011, last: 10_020 })
  // its first pack, or the provider's, may have been printed since
  expect(await pack(signing.id)).toEqual({ first: 10_001, last: 10_010 })
  expect(await pack('')).toEqual({ first: 10_001, last: 10_010 })
  // one from a paper of last year's, and one that would be the first of this one
  expect(await slip(signing.id, '2026-12-31')).toBe('2026-010002')
  expect(await slip(signing.id, '2027-01-02')).toBe('2027-010001')
  expect(await slip(silent.id, '2027-01-02')).toBe('2027-000001')
  const raisedAt = instantOf('2027-01-02', '09:00')
  const paper = { paperNumber: paperNumber(hospital.id, 15), raisedAt }
  await service.as(staff).done(late.raise, { ...aDraft(raisedAt), ...paper })
})

test('AMB-399 a backup of a version without papers and slips has no numbers to leave out', async () => {
  const empty = await emptyDatabase()
  onTestFinished(empty.drop)
  await leaveNumbersOut(await connected(empty.url), 2027)
})
