import type { Actor } from '#domain/people/actor.ts'
import { whyNotAlone } from '#domain/requests/approving.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import type { Work } from '../db/work.ts'
import { hospitalOf } from '../people/organisation-of.ts'
import { needsFourEyes } from './four-eyes-store.ts'

/** Their hospital is asked only where it matters: mostly another has raised it. */
export async function approverOf(work: Work, actor: Actor, request: BloodRequest) {
  const { hospitalId, isApprovingBlocked } = hospitalOf(actor)
  const isTheirs = whyNotAlone(request, actor) !== null
  return {
    accountId: actor.accountId,
    isApprovingBlocked,
    needsFourEyes: isTheirs && (await needsFourEyes(work, hospitalId)),
  }
}
