import { useEffect, useState } from 'react'
import { type OwnRequest, requests } from '#contract/requests.ts'
import { topicOf } from '#contract/route.ts'
import { say } from '#domain/basics/refusal.ts'
import { later } from '#domain/basics/time.ts'
import type { Member } from '#domain/people/actor.ts'
import { subscriptionNotice, whyNotAlone, whyNotApprove, whyNotReject } from '#domain/requests/approving.ts'
import type { Explanation } from '#domain/requests/explaining.ts'
import { undoWindow } from '#domain/requests/undoing.ts'
import { requestWords } from '#domain/requests/words.ts'
import { call, isRefusal, wordsFor } from '../../../api/client.ts'
import { queryClient } from '../../../api/queries.ts'
import { useMember } from '../../../api/session.ts'
import { useNow } from '../../../parts/use-now.ts'
import { now } from '../../../server-clock.ts'
import { showAlert } from '../../../ui/feedback/alert-store.ts'
import { gatherToast } from '../../../ui/feedback/toast-store.ts'
import type { Decided, Decision, View } from './approval-rows.ts'

/** What there is to be seen of an act that is over. */
type Shown = (() => void) | undefined

const done: Record<Decision, string> = { approve: 'Request Approved', reject: 'Request Rejected' } // §4.2

/** Deciding in a row: what is under way, what was decided here and can be undone, and what was refused. */
export function useApprovals(after: View['after'], needsFourEyes: boolean) {
  const member = { ...useMember(), needsFourEyes }
  const [decided, setDecided] = useDecided()
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const { taking, take } = useTaking((id) => setRefused((all) => without(all, id)))

  async function send(request: OwnRequest, decision: Decision): Promise<Shown> {
    const saved = await call(requests[decision], { id: request.id, version: request.version })
    const until = later(saved.updatedAt, undoWindow.decision)
    return () => {
      setDecided((all) => [...all, { request: saved, decision, after, until }])
      gatherToast({ text: done[decision], kind: 'success' })
    }
  }

  async function decide(request: OwnRequest, decision: Decision): Promise<void> {
    const refusal = whyNot(request, decision, member)
    if (refusal) return void showAlert(refusal)
    await take(request.id, decision, async () => {
      await tellOfSubscription(decision, member)
      return send(request, decision).catch((error) => alerted(wordsFor(error)))
    })
  }

  /** Each is asked for by itself; one that is refused says so at its row. Where none is left, nothing goes on. */
  async function approveAll(chosen: readonly OwnRequest[]): Promise<void> {
    const refuse = (id: string, why: { text: string }): undefined => {
      setRefused((all) => new Map(all).set(id, why.text))
    }
    const allowed = chosen.filter((request) => {
      const refusal = whyNot(request, 'approve', member)
      if (refusal) refuse(request.id, refusal)
      return refusal === null
    })
    if (allowed.length === 0) return
    await tellOfSubscription('approve', member)
    await Promise.all(
      allowed.map((request) =>
        take(request.id, 'approve', () =>
          send(request, 'approve').catch((error) => refuse(request.id, wordsFor(error))),
        ),
      ),
    )
  }

  const undo = ({ id, version }: OwnRequest): Promise<void> =>
    take(id, 'undo', async () => {
      const failure = await call(requests.undo, { id, version }).then(
        () => null,
        (error: unknown) => error,
      )
      if (failure) void showAlert(wordsFor(failure))
      // not known to have arrived: it can be pressed again
      if (failure && !isRefusal(failure)) return undefined
      // back in the list by then: in between its place would be empty
      await readAgain()
      // undone, or decided for good: either way it is no longer this list's to tell
      return () => setDecided((all) => all.filter(({ request }) => request.id !== id))
    })

  async function sayWhy({ id, version }: OwnRequest, told: Explanation): Promise<void> {
    const said = await call(requests.sayWhy, { id, version, ...told })
    setDecided((all) => all.map((one) => (one.request.id === id ? { ...one, request: said } : one)))
    gatherToast({ text: 'Reason Kept', kind: 'success' })
  }

  return { taking, decided, refused, decide, approveAll, undo, sayWhy, member }
}

function alerted(words: Parameters<typeof showAlert>[0]): undefined {
  void showAlert(words)
}

/** What stands there alone after pressing Approve reads as a refusal. */
async function tellOfSubscription(decision: Decision, member: Member): Promise<void> {
  const notice = decision === 'approve' ? subscriptionNotice(member) : null
  if (notice) await showAlert({ ...notice, text: `${notice.text} Your approval goes on all the same.` })
}

/** Said before it is pressed: it is not a matter of the hour. */
export function whyNotMine(request: OwnRequest, member: Decider): string | null {
  const refusal = member.needsFourEyes ? whyNotAlone(request, member) : null
  return refusal && say(requestWords, refusal).text
}

type Decider = Member & { needsFourEyes: boolean }

function whyNot(request: OwnRequest, decision: Decision, member: Decider) {
  const refusal = decision === 'approve' ? whyNotApprove(request, member, now()) : whyNotReject(request)
  return refusal && say(requestWords, refusal)
}

/** One act on a row at a time: pressed again meanwhile, nothing comes of it. Its end is shown with what came of it. */
function useTaking(onBegin: (id: string) => void) {
  const [taking, setTaking] = useState<ReadonlyMap<string, Decision | 'undo'>>(new Map())

  async function take(id: string, what: Decision | 'undo', act: () => Promise<Shown>): Promise<void> {
    if (taking.has(id)) return
    setTaking((all) => new Map(all).set(id, what))
    onBegin(id)
    let show: Shown
    try {
      show = await act()
    } finally {
      // one drawing for both: Undo can be pressed from the moment in which it is there
      setTaking((all) => without(all, id))
      show?.()
      void readAgain()
    }
  }
  return { taking, take }
}

/** Each until it cannot be undone any more. */
function useDecided() {
  const [decided, setDecided] = useState<readonly Decided[]>([])
  const time = useNow()
  useEffect(() => {
    setDecided((all) =>
      all.some(({ until }) => until <= time) ? all.filter(({ until }) => until > time) : all,
    )
  }, [time])
  return [decided, setDecided] as const
}

const readAgain = () => queryClient.invalidateQueries({ queryKey: [topicOf(requests.pending)] })

export type Approvals = ReturnType<typeof useApprovals>

function without<Value>(all: ReadonlyMap<string, Value>, id: string): ReadonlyMap<string, Value> {
  if (!all.has(id)) return all
  const rest = new Map(all)
  rest.delete(id)
  return rest
}
