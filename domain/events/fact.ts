import { z } from 'zod'

/** Who reads what happened, entry by entry: a hospital of its requests, the provider of orders and accounts. */
export const readers = ['hospital', 'provider'] as const
export type Reader = (typeof readers)[number]

export const everybody: readonly Reader[] = ['hospital', 'provider']
export const providerAlone: readonly Reader[] = ['provider']
/** Kept in the trail, and on no screen. */
export const nobody: readonly Reader[] = []

/** What the live stream names: the first noun of the routes whose answers change with it. */
export type LiveTopic =
  | 'requests'
  | 'organisations'
  | 'drivers'
  | 'prices'
  | 'companies'
  | 'camps'
  | 'donor-forms'
  | 'messages'
  | 'stock'
  | 'notices'
  | 'bags'
  | 'matching'
  | 'keys'
  | 'hooks'
  | 'downtime'

/** What there is to know of one kind of event. */
export type Fact<Subject extends string = string, Detail extends z.ZodObject = z.ZodObject> = {
  readonly subject: Subject
  /** What is written with it. Never patient data; a key that is not named here is refused. */
  readonly detail: Detail
  /** Whoever is not named does not read it. */
  readonly readers: readonly Reader[] | ((detail: z.output<Detail>) => readonly Reader[])
  /** Null: told when somebody looks, and never as it happens. */
  readonly live: LiveTopic | null
  /** What was done, as it stands before "by" and a name. */
  readonly words: string
  /** What of it a timeline quotes: what a person said or wrote. Older rows of the trail may lack it. */
  readonly quote?: ((detail: z.output<Detail>) => string | null | undefined) | null
  /** What it is called where it moved no status. */
  readonly title?: string
}

/** Of what stood on paper and was entered later (ruling AMB-343). */
export const onPaper = { paper: z.string().optional(), doneAt: z.iso.datetime().optional() }

export const noDetail = z.strictObject({})

export const fact = <const Subject extends string, Detail extends z.ZodObject>(
  row: Fact<Subject, Detail>,
): Fact<Subject, Detail> => row
