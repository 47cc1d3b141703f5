import { z } from 'zod'
import { Moment } from '#domain/basics/day.ts'
import { PaperNumber, PaperStep } from '#domain/downtime/late.ts'
import { Sheet } from '#domain/downtime/late-issue.ts'
import { MoreForBank, nothingMore } from '#domain/matching/needs.ts'
import { isBank, isProvider, mayRaise } from '#domain/people/actor.ts'
import { RaiseDraft } from '#domain/requests/raising.ts'
import { BloodRequest, RequestId } from '#domain/requests/request.ts'
import { Slip } from './matching.ts'
import { OwnRequest } from './requests.ts'
import { route } from './route.ts'

/** What stood on paper while nothing worked (rulings AMB-343, AMB-344, AMB-374). */
export const late = {
  raise: route({
    method: 'POST',
    path: '/api/downtime/requests',
    summary:
      'Enter a request from a paper of your hospital’s packs, as of the time on it; an admin with its approval',
    who: mayRaise,
    input: RaiseDraft.extend({
      more: MoreForBank.default(nothingMore),
      paperNumber: PaperNumber,
      raisedAt: Moment,
      approvedAt: Moment.optional(),
    }),
    output: OwnRequest,
    repeatable: true,
    limit: { max: 120, seconds: 600, of: 'account' },
  }),
  carry: route({
    method: 'POST',
    path: '/api/downtime/orders/:id',
    summary: 'Enter from a paper how an order was linked and carried, as of the times on it, all in one',
    who: isProvider,
    input: z.strictObject({
      id: RequestId,
      paperNumber: PaperNumber,
      link: z
        .strictObject({
          bankId: z.string().max(60),
          driverEmail: z.string().trim().toLowerCase().max(254),
          at: Moment,
        })
        .optional(),
      steps: z.array(PaperStep).max(40).default([]),
    }),
    output: BloodRequest,
    repeatable: true,
    limit: { max: 240, seconds: 600, of: 'account' },
  }),
  issue: route({
    method: 'POST',
    path: '/api/downtime/bench/:id',
    summary:
      'Enter from a paper of your bank’s packs what was cross-matched and issued for an order, as of the times on it, all in one',
    who: isBank,
    input: Sheet.extend({ id: RequestId, paperNumber: PaperNumber }),
    output: Slip,
    repeatable: true,
    limit: { max: 240, seconds: 600, of: 'account' },
  }),
}
