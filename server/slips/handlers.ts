import type { slips } from '#contract/slips.ts'
import { isHospital } from '#domain/people/actor.ts'
import { isOwnSlip, slipWords, whyNotOpenSlip } from '#domain/slips/opening.ts'
import type { TellOpened } from '../db/opening.ts'
import { findRequest } from '../db/requests.ts'
import type { Drawing } from '../documents/drawing.ts'
import type { Handlers } from '../platform/http/call.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import { keyStore } from './key-store.ts'
import { slipDocument } from './slip-document.ts'
import { slipStore } from './store.ts'

type Parts = { drawing: Drawing; opened: TellOpened; publicUrl: string }

export const slipHandlers = ({ drawing, opened, publicUrl }: Parts): Handlers<typeof slips> => ({
  async print({ actor, db, now }, { slip }) {
    const store = slipStore(db)
    const issue = await store.find(slip)
    const found = issue && (await findRequest(db, issue.requestId))
    if (!issue || !found || !isOwnSlip(actor, issue.bankId, found)) throw notFound()
    const request = { ...found, deliveries: await store.deliveries(found.id) }
    refuse(slipWords, whyNotOpenSlip(actor, request, now), 403)
    const bytes = await slipDocument({ db, drawing, publicUrl }, issue, request)
    const owner = isHospital(actor) ? { hospitalId: request.hospitalId } : { bankId: issue.bankId }
    const detail = { requestId: request.id, slip }
    await opened({ db, actor, now }, { kind: 'slip-downloaded', thing: slip, detail, ...owner })
    return { name: `${slip}.pdf`, type: 'application/pdf', bytes }
  },

  async keys({ db, now }) {
    const all = await keyStore(db).publicHalves()
    const items = all.map(({ publicJwk, ...key }) => ({ ...key, x: publicJwk.x ?? '' }))
    return { toldAt: now, items }
  },

  async seen({ db }, { slip }) {
    const store = slipStore(db)
    const [isElsewhere, isSetAside] = await Promise.all([store.isElsewhere(slip), store.isSetAside(slip)])
    return { isElsewhere, isSetAside }
  },
})
