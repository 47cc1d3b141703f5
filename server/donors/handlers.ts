import { randomUUID } from 'node:crypto'
import type { donors } from '#contract/donors.ts'
import { no } from '#domain/basics/refusal.ts'
import { dayOf } from '#domain/basics/time.ts'
import { donationIdOf, submit, whyNotSubmit } from '#domain/donors/submitting.ts'
import { donorWordsEn } from '#domain/donors/words-en.ts'
import type { Limits } from '../db/limits.ts'
import type { Handlers } from '../platform/call.ts'
import { refuse } from '../platform/refuse.ts'
import { donorStore, donorWriter } from './store.ts'

/**
 * More than the largest camp brings: beyond it each address may send a few only. Not none, or whoever sends a flood of
 * made-up forms would close a bank's door for a day.
 */
const formsADay = { max: 600, seconds: 86_400 }
const formsAnHourThen = { max: 5, seconds: 3_600 }

export const donorHandlers = (limits: Limits): Handlers<typeof donors> => ({
  bank: async ({ db }, { id }) => ({ name: await donorStore(db).bankName(id) }),

  async submit({ db, network, now, inTransaction }, { bankId, ...draft }) {
    const isKnown = (await donorStore(db).bankName(bankId)) !== null
    refuse(words, whyNotSubmit(draft, { bankId: isKnown ? bankId : null, today: dayOf(now) }))
    const isFlooded = !(await limits.allows(`donor forms of ${bankId}`, formsADay))
    if (isFlooded && !(await limits.allowsFrom(network, `donor forms of ${bankId}`, formsAnHourThen)))
      refuse(words, no('bank-full'), 429)
    return inTransaction(async (work) => {
      for (;;) {
        const form = submit(draft, { id: donationIdOf(randomUUID()), bankId, now })
        if (!(await donorWriter(work).insert(form))) continue
        await work.record({
          subjectId: form.id,
          kind: 'donor-form-submitted',
          to: form.status,
          bankId,
        })
        return { id: form.id }
      }
    })
  },
})

const words = donorWordsEn.alerts
