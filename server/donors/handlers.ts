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

/** More than the largest camp brings; what a flood of made-up forms can do to a bank's list. */
const formsADay = { max: 600, seconds: 86_400 }

export const donorHandlers = (limits: Limits): Handlers<typeof donors> => ({
  bank: async ({ db }, { id }) => ({ name: await donorStore(db).bankName(id) }),

  async submit({ db, now, inTransaction }, { bankId, ...draft }) {
    const isKnown = (await donorStore(db).bankName(bankId)) !== null
    refuse(words, whyNotSubmit(draft, { bankId: isKnown ? bankId : null, today: dayOf(now) }))
    if (!(await limits.allows(`donor forms of ${bankId}`, formsADay))) refuse(words, no('bank-full'), 429)
    return inTransaction(async (work) => {
      for (;;) {
        const form = submit(draft, { id: donationIdOf(randomUUID()), bankId, now })
        if (!(await donorWriter(work).insert(form))) continue
        await work.record({
          subjectKind: 'donor-form',
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
