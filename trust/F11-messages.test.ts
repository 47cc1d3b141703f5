import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { requests } from '#contract/requests.ts'
import { instantOf } from '#domain/basics/time.ts'
import { type Dice, diceFrom } from '#server/demo/makers/dice.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { aDraft } from '#testing/makers/makers.ts'
import { figure } from './figure.ts'

const now = instantOf('2026-11-16', '10:00')
/** What is sent to a gateway that says nothing is given up after some seconds. */
const slow = 0.002

type Peer = 'taken' | 'later' | 'never' | 'in doubt'

const asMailServer = {
  taken: 'accept',
  later: 'refuse-for-now',
  never: 'refuse',
  'in doubt': 'take-and-drop',
} as const
const asGateway = { taken: 'accept', later: 'fail', never: 'refuse', 'in doubt': 'take-and-hang' } as const

/** What the other side does with a message: for now not, for good not, or it takes it and the line breaks. */
function badly(dice: Dice, doubt: number) {
  const counts: Record<Peer, number> = { taken: 0, later: 0, never: 0, 'in doubt': 0 }
  return {
    counts,
    next(): Peer {
      const at = dice.between(0, 999) / 1_000
      const become: Peer = at < 0.3 ? 'later' : at < 0.35 ? 'never' : at < 0.35 + doubt ? 'in doubt' : 'taken'
      counts[become]++
      return become
    },
  }
}

figure<{ raises: number }>({
  id: 'F11',
  promise: 'messages lost',
  target: '10,000 messages: none lost, doubles only where the line broke after the text',
  small: { raises: 5 },
  full: { parts: 4, size: { raises: 850 }, minutes: 6 },
  async part({ raises }, part) {
    const many = {
      RAISES_GATHERED_AFTER: '1000000',
      RAISES_REFUSED_FROM: '1000000',
      SMS_PER_DAY: '1000000',
      SMS_PER_HOSPITAL: '1000000',
    }
    const service = await aService({ now, settings: many, isSettling: false })
    const dice = diceFrom(part)
    const [post, gateway] = [badly(dice, 0.05), badly(dice, slow)]
    service.mails.behave(() => asMailServer[post.next()])
    service.texts.behave(() => asGateway[gateway.next()])
    const staff = service.as('firm_pilot')
    for (let nth = 0; nth < raises; nth++) await staff.done(requests.raise, aDraft(now))
    await untilAllIsTold(service, 3 * raises)
    const written = await service.db.selectFrom('notifications').select(['id', 'channel', 'state']).execute()
    const arrived = Map.groupBy(keysOf(service), (key) => key)
    const told = written.filter(({ state }) => state === 'sent')
    const seen = {
      messages: written.length,
      lost: told.filter(({ id }) => !arrived.has(String(id))).length,
      givenUp: written.filter(({ state }) => state === 'failed').length,
      refused: post.counts.never + gateway.counts.never,
      doubled: [...arrived.values()].reduce((sum, copies) => sum + copies.length - 1, 0),
      inDoubt: post.counts['in doubt'] + gateway.counts['in doubt'],
      unknown: written.filter(({ state }) => state !== 'sent' && state !== 'failed').length,
    }
    await service.close()
    return seen
  },
  whyMissed({ messages = 0, lost, givenUp = 0, refused = 0, doubled = 0, inDoubt = 0, unknown }, size) {
    if (size === 'full' && messages < 10_000) return `only ${messages} messages`
    const isWell = !lost && !unknown && givenUp <= refused && doubled <= inDoubt
    return isWell
      ? null
      : `${lost} lost, ${unknown} neither sent nor failed, ${givenUp} given up of ${refused} refused, ${doubled} doubled of ${inDoubt} in doubt`
  },
  say: ({ messages, givenUp, doubled, inDoubt }) =>
    `${messages} messages, none lost; ${givenUp} refused for good and shown, ${doubled} doubled of ${inDoubt} whose line broke`,
})

/** By what a receiver knows a message that comes twice. */
const keysOf = ({ mails, texts }: TestService): string[] => [
  ...mails.all.map(({ headers }) => headers.get('message-id')?.match(/message-(\d+)/)?.[1] ?? ''),
  ...texts.all.map(({ key }) => key.match(/(\d+)$/)?.[1] ?? ''),
]

/** What is put off for minutes is due at once: the waits have tests of their own. */
async function untilAllIsTold({ db }: TestService, expected: number): Promise<void> {
  for (;;) {
    await sql`update notifications set due_at = now() where state = 'waiting' and due_at > now()
      and due_at < now() + interval '50 s' and tries > 0`.execute(db)
    const { rows } = await sql<{ all: number; waiting: number }>`
      select count(*)::int as all, count(*) filter (where state = 'waiting')::int as waiting
      from notifications`.execute(db)
    if (rows[0]?.all === expected && rows[0].waiting === 0) return
    await sleep(200)
  }
}
