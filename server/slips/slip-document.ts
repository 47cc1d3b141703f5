import type { BloodRequest } from '#domain/requests/request.ts'
import type { Db } from '../db/database.ts'
import type { Drawing } from '../documents/drawing.ts'
import { slipStore } from './store.ts'

type Found = NonNullable<Awaited<ReturnType<ReturnType<typeof slipStore>['find']>>>

/** The slip as it is printed, from what was written when the bags left; what was set aside since says so. */
export async function slipDocument(
  { db, drawing, publicUrl }: { db: Db; drawing: Drawing; publicUrl: string },
  issue: Found,
  request: BloodRequest & { deliveries: readonly unknown[] },
): Promise<Uint8Array> {
  const store = slipStore(db)
  const [bags, hospital] = await Promise.all([store.bags(issue.slip), store.place(request.hospitalId)])
  const { bankName, bankAddress, bankPhones, jws, ...said } = issue
  const data = {
    ...said,
    deliveries: request.deliveries.length,
    bank: { name: bankName, address: bankAddress, phones: bankPhones },
    hospital: { name: hospital?.name ?? '', address: hospital?.address ?? '' },
    request: { ...request, bloodGroup: issue.askedGroup },
    sample: sampleOf(issue),
    bags,
    code: `${publicUrl}/verify#${jws}`,
  }
  return drawing.run('slip', data, issue.bankId)
}

function sampleOf({ takenAt, takenBy, receivedAt, antibodyScreen, sampleUntil }: Found) {
  if (!takenAt || !receivedAt || !antibodyScreen || !sampleUntil) return null
  return {
    ...{ takenAt, takenBy: takenBy ?? '', receivedAt },
    ...{ antibodyScreen, validUntil: sampleUntil },
  }
}
