import { useState } from 'react'
import type { Actor } from '#domain/people/actor.ts'
import { isRefusal, wordsFor } from '../../api/client.ts'
import { giveCode } from '../../api/signing-in.ts'

type SecondStep = { enter: (actor: Actor) => Promise<void>; tellFailure: (text: string) => void }

/** The second step of an account that has one. Once it is over, the password is asked for again. */
export function useSecondStep({ enter, tellFailure }: SecondStep) {
  const [step, setStep] = useState<{ failure: string | null } | null>(null)

  async function give(code: string) {
    try {
      await enter(await giveCode(code))
    } catch (error) {
      const { text } = wordsFor(error)
      const isOver = isRefusal(error) && error.answer.field !== 'code' && error.status !== 429
      setStep(isOver ? null : { failure: text })
      tellFailure(text)
    }
  }

  return { step, begin: () => setStep({ failure: null }), leave: () => setStep(null), give }
}
