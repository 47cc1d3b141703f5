/** What is sent to a hook, kind by kind: made by these shapes, and described by them. */
import { z } from 'zod'
import { RequestId } from '../requests/request.ts'
import { type HookKind, hookKindIds, hookKinds, pingKind } from './kinds.ts'

/** As Standard Webhooks has it: nothing of a patient and nobody's name. Whoever wants more asks, with a key of their own. */
const aBody = <Kind extends string, Data extends z.core.$ZodLooseShape, Mark extends z.core.$ZodLooseShape>(
  kind: Kind,
  data: Data,
  mark: Mark,
) =>
  z.strictObject({
    type: z.literal(kind),
    timestamp: z.iso.datetime().describe('When it happened'),
    ...mark,
    data: z.strictObject({
      ...data,
      version: z.int().describe('Of the order, when this was written down'),
      link: z.url().describe('Where to ask for it as it is now'),
    }),
  })

const aboutOrder = <Kind extends HookKind>(kind: Kind) =>
  aBody(
    kind,
    {
      topic: z.literal('requests'),
      id: RequestId.describe('The order'),
      kind: z.literal(kind),
    },
    {
      test: z
        .literal(true)
        .optional()
        .describe('Of an order that was raised with a test key: no blood is wanted'),
    },
  ).describe(hookKinds[kind].name)

const Ping = aBody(
  pingKind,
  {
    topic: z.literal('test'),
    id: z.string().describe('The hook'),
    kind: z.literal('ping'),
  },
  {},
).describe('Tried by hand')

export type HookBody = z.output<ReturnType<typeof aboutOrder>> | z.output<typeof Ping>

/** Every kind that is sent; what is tried by hand last. */
export const hookBodies = {
  ...(Object.fromEntries(hookKindIds.map((kind) => [kind, aboutOrder(kind)])) as Record<
    HookKind,
    ReturnType<typeof aboutOrder>
  >),
  [pingKind]: Ping,
}

type Told = {
  readonly kind: HookKind
  /** The order. */
  readonly subject: string
  readonly version: number
  readonly happenedAt: Date
  readonly isTest: boolean
  readonly link: string
}

export const orderBody = ({ kind, subject, version, happenedAt, isTest, link }: Told): HookBody => ({
  type: kind,
  timestamp: happenedAt.toISOString(),
  ...(isTest ? { test: true as const } : {}),
  data: { topic: 'requests', id: subject, kind, version, link },
})

export const pingBody = (hookId: number, now: Date, link: string): HookBody => ({
  type: pingKind,
  timestamp: now.toISOString(),
  data: { topic: 'test', id: String(hookId), kind: 'ping', version: 1, link },
})
