import { z } from 'zod'
import { RefusalAnswer } from '#contract/answers.ts'
import type { Answered } from './asking.ts'

/** What somebody inside the house would recognise, and nobody outside may read. */
const inside =
  /\bselect .+ from\b|\binsert into\b|\bpg_(?!sleep|catalog)|syntax error|relation "|node_modules|\.ts:\d|\bat (?:async |new )?\S+ \(\S+:\d/i

/** Faults, each in a sentence; none is how it should be. */
export function faultsIn(answer: Pick<Answered, 'status' | 'text'>, method = 'GET'): string[] {
  const { status, text } = answer
  if (method === 'HEAD') return faultsOfHead(answer)
  // what is no call gets a page, and there is none in a clone that was not built
  if (text.startsWith('The web app is not built')) return []
  const faults = []
  if (status >= 500 && !isOverload(answer)) faults.push(`answered ${status}: ${text.slice(0, 200)}`)
  if (status >= 400 && !isDeclared(text))
    faults.push(`${status} not in the declared form: ${text.slice(0, 200)}`)
  if (status >= 400 && inside.test(text)) faults.push(`tells what is inside: ${text.slice(0, 200)}`)
  return faults
}

/** It has no body that could say why: whether it was too much to do is not known of it. */
const faultsOfHead = ({ status, text }: Pick<Answered, 'status' | 'text'>): string[] => [
  ...(status >= 500 && status !== 503 ? [`answered ${status}`] : []),
  ...(text === '' ? [] : [`a body to HEAD: ${text.slice(0, 200)}`]),
]

/** Turned away because there was too much to do: counted apart, it is no fault of what was sent. */
export const isOverload = ({ status, text }: Pick<Answered, 'status' | 'text'>): boolean =>
  status === 503 && /"code":"(unavailable|too-busy)"/.test(text)

const Outcome = z.strictObject({
  resourceType: z.literal('OperationOutcome'),
  issue: z
    .array(
      z.strictObject({
        severity: z.literal('error'),
        code: z.string(),
        details: z.object({ coding: z.array(z.object({ code: z.string() })).length(1), text: z.string() }),
        expression: z.array(z.string()).length(1).optional(),
      }),
    )
    .length(1),
})

function isDeclared(text: string): boolean {
  try {
    return z.union([RefusalAnswer.strict(), Outcome]).safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}

/** What was found, for whoever has to mend it: a figure itself only counts. */
export const tellFault = (what: string, fault: string): void =>
  void process.stderr.write(`${what}\n  ${fault}\n`)
