import { expect, test } from 'vitest'
import { aService } from '#testing/harness/service.ts'
import { aBank } from '#testing/makers/makers.ts'
import { stockOf } from '../demo/makers/banks.ts'
import { importStore } from './import-store.ts'

const { db } = await aService({ settings: { ROLE: 'web' } })

test('of the banks of one batch alone it is asked whether they have counted', async () => {
  const [counted, uncounted, other] = [await aBank(db), await aBank(db), await aBank(db)]
  for (const { id } of [counted, other]) await stockOf(db, id, { PRBC: { 'A+': 3 } })
  const { inventories } = importStore(db)
  expect(await inventories([counted.id, uncounted.id])).toEqual([{ bankId: counted.id }])
})
