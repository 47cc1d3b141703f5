import { randomUUID } from 'node:crypto'
import type { donors } from '#contract/donors.ts'
import { dayOf } from '#domain/basics/time.ts'
import { donationIdOf, submit, whyNotSubmit } from '#domain/donors/submitting.ts'
import { donorWordsEn } from '#domain/donors/words-en.ts'
import {
  addressWindowMs,
  bankWindowMs,
  bitsFor,
  challengeMs,
  type Load,
  mostOfAddress,
} from '#domain/donors/working.ts'
import { type Limits, limitsIn } from '../db/limits.ts'
import type { Handlers } from '../platform/http/call.ts'
import { Answer, refuse, tooOften } from '../platform/http/refuse.ts'
import { donorStore, donorWriter } from './store.ts'
import { type Asked, newChallenge, sealOfWork } from './work.ts'

export const donorHandlers = (limits: Limits, secret: string): Handlers<typeof donors> => ({
  async bank({ db, network, now }, { id }) {
    const [bank, load] = await Promise.all([donorStore(db).bank(id), loadOf(limits, id, network)])
    const { name = null, address = '', phones = [] } = bank ?? {}
    const bits = bitsFor(load)
    const isAsked = name !== null && bits > 0
    return {
      name,
      address,
      phone: phones[0] ?? null,
      challenge: isAsked ? newChallenge({ secret, bankId: id, bits, now }) : null,
    }
  },

  async submit({ db, network, now, headers, inTransaction }, { bankId, ...draft }) {
    const isKnown = (await donorStore(db).bank(bankId)) !== undefined
    refuse(words, whyNotSubmit(draft, { bankId: isKnown ? bankId : null, today: dayOf(now) }))
    const load = await loadOf(limits, bankId, network)
    const bits = bitsFor(load)
    const asked = { secret, bankId, bits, now }
    const seal = bits === 0 ? null : sealOfWork(asked, headers.get('donor-work'))
    return inTransaction(async (work) => {
      const counting = limitsIn(work.db, { now: () => now })
      // only here, when it is known that this is no repeat, which is answered as before
      if (load.formsOfAddress >= mostOfAddress) throw tooOften()
      if (seal === undefined) throw workFirst(asked)
      if (seal && !(await counting.allows(`donor work ${seal}`, { max: 1, seconds: challengeMs / 1000 })))
        throw workFirst(asked)
      for (;;) {
        const form = submit(draft, { id: donationIdOf(randomUUID()), bankId, now })
        if (!(await donorWriter(work).insert(form))) continue
        await work.record({
          subjectId: form.id,
          kind: 'donor-form-submitted',
          to: form.status,
          bankId,
        })
        // last: every other form of the bank waits for these rows
        await counting.count(keyOfBank(bankId), bankWindowMs / 1000)
        await counting.count(keyOfAddress(network), addressWindowMs / 1000)
        return { id: form.id }
      }
    })
  },
})

const keyOfBank = (bankId: string): string => `donor forms of ${bankId}`
const keyOfAddress = (network: string): string => `donor forms from ${network}`

async function loadOf(limits: Limits, bankId: string, network: string): Promise<Load> {
  const [formsOfBank, formsOfAddress] = await Promise.all([
    limits.counted(keyOfBank(bankId)),
    limits.counted(keyOfAddress(network)),
  ])
  return { formsOfBank, formsOfAddress }
}

function workFirst(asked: Asked): Answer {
  const values = { challenge: newChallenge(asked) }
  return new Answer(428, { code: 'work-first', ...words['work-first'], values })
}

const words = donorWordsEn.alerts
