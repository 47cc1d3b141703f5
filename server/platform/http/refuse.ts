import type { RefusalAnswer } from '#contract/answers.ts'
import type { Limit } from '#contract/route.ts'
import { type Refusal, say, type Words } from '#domain/basics/refusal.ts'

/** Ends the call with an answer that is not 2xx; whatever was written in its transaction is undone. */
export class Answer extends Error {
  readonly status: number
  readonly body: RefusalAnswer
  /** In seconds: the same call may well be taken then. */
  readonly retryAfter: number | undefined
  constructor(status: number, body: RefusalAnswer, retryAfter?: number) {
    super(body.code)
    this.status = status
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** Stops here if the rule objected. */
export function refuse<Code extends string>(
  words: Words<Code>,
  refusal: Refusal<Code> | null,
  status?: number,
): void {
  if (refusal === null) return
  throw new Answer(status ?? (words[refusal.code].conflict ? 409 : 422), answerOf(words, refusal))
}

/** What it says, where a call has several parts and only one of them is refused. */
export function answerOf<Code extends string>(words: Words<Code>, refusal: Refusal<Code>): RefusalAnswer {
  const { title, text } = say(words, refusal)
  return {
    code: refusal.code,
    title,
    text,
    ...(refusal.field === undefined ? {} : { field: refusal.field }),
    ...(refusal.values === undefined ? {} : { values: refusal.values }),
  }
}

/** "Not there" and "not yours" answer alike, so that an outsider learns nothing. */
export const notFound = (): Answer =>
  new Answer(404, { code: 'not-found', title: 'Not Found', text: 'There is no such thing here.' })

export const signInFirst = (): Answer =>
  new Answer(401, { code: 'sign-in-first', title: 'Sign In', text: 'Please sign in first.' })

export const forbidden = (): Answer =>
  new Answer(403, { code: 'forbidden', title: 'Not Allowed', text: 'Your account may not do this.' })

/** The same session acts for another organisation now, chosen in another tab. */
export const otherOrganisation = (): Answer =>
  new Answer(409, {
    code: 'other-organisation',
    title: 'Another Organisation',
    text: 'You act for another organisation now, chosen in another tab. Nothing was done; this page loads again.',
  })

export const tooOften = (): Answer =>
  new Answer(429, { code: 'too-often', title: 'Too Many Tries', text: 'Please wait a little and try again.' })

/** Of one account: its window has begun with its first call, and is over by then. */
export const tooOftenFor = ({ max, seconds }: Limit, wait = seconds): Answer =>
  new Answer(
    429,
    {
      code: 'too-often',
      title: 'Too Many Tries',
      text: `You asked more than ${max} times within ${seconds} seconds. Please wait ${wait} seconds.`,
    },
    wait,
  )
