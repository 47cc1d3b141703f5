import { sql } from 'kysely'
import { hours, later, wholeMinute } from '#domain/basics/time.ts'
import { aDraft } from '#testing/makers/makers.ts'
import { busy } from '#testing/makers/million.ts'
import { smtpPeer } from '#testing/peers/smtp.ts'
import { type House, withHouse } from './house.ts'
import { median } from './load.ts'
import { processorSeconds } from './processor.ts'

export type MessageFigures = {
  /** Mails through a mail server on the loopback, from the note of their events to the mark that they were sent. */
  perSecond: number
  server: number
  postgres: number
  /** From the answer of a raise in a quiet system to its mail at the mail server. */
  quietMs: number
}

/** How quickly what follows from so many raises is told. */
export async function measureMessages(house: House, wanted = 2_000): Promise<MessageFigures> {
  const peer = await smtpPeer()
  try {
    const app = await house.startApp({ SMTP_URL: peer.url, MAIL_FROM: 'noreply@crossmatch.example' })
    const pid = app.child.pid ?? 0
    const cookie = house.nurses[0] ?? ''
    const raise = async () => {
      const draft = aDraft(new Date(), { pickupAt: later(wholeMinute(new Date()), hours(1)) })
      const headers = {
        cookie,
        origin: app.url,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      }
      const answer = await fetch(`${app.url}/api/requests`, {
        method: 'POST',
        headers,
        body: JSON.stringify(draft),
      })
      const { id } = (await answer.json()) as { id: string }
      const began = performance.now()
      await peer.find(({ subject }) => subject.includes(id), 10_000)
      return performance.now() - began
    }
    const quiet: number[] = []
    for (let nth = 0; nth < 20; nth++) quiet.push(await raise())

    const before = [processorSeconds(pid), processorSeconds(house.postgresPid)] as const
    const already = peer.all.length
    const began = performance.now()
    const raises = await noteRaises(house, wanted)
    while (peer.all.length < already + raises) await new Promise((resolve) => setTimeout(resolve, 5))
    while ((await waiting(house)) > 0) await new Promise((resolve) => setTimeout(resolve, 5))
    const seconds = (performance.now() - began) / 1000
    const spent = (now: number, then: number) => (1000 * (now - then)) / raises
    const figures = {
      perSecond: raises / seconds,
      server: spent(processorSeconds(pid), before[0]),
      postgres: spent(processorSeconds(house.postgresPid), before[1]),
      quietMs: median(quiet),
    }
    app.child.kill('SIGKILL')
    return figures
  } finally {
    await peer.close()
  }
}

/** As so many raises would leave them behind. */
async function noteRaises({ db }: House, wanted: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with raised as (
      insert into events (subject_kind, subject_id, kind, at, actor_name, to_status, detail, hospital_id,
        previous_hash, hash)
      select 'request', id, 'request-raised', now(), 'bench', 'pending', '{}', hospital_id, gen_random_uuid()::text, ''
      from requests where hospital_id = ${busy} limit ${wanted}
      returning id)
    insert into due_reactions (event_id) select id from raised`.execute(db)
  return Number(numAffectedRows)
}

async function waiting({ db }: House): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from notifications where state = 'waiting'`.execute(db)
  return rows[0]?.waiting ?? 0
}

if (import.meta.main) {
  await withHouse(Number(process.argv[2] ?? 10_000), async (house) => {
    const { perSecond, server, postgres, quietMs } = await measureMessages(house)
    console.log(
      `messages ${perSecond.toFixed(0)}/s  server ${server.toFixed(2)} ms  PostgreSQL ${postgres.toFixed(2)} ms` +
        `  in a quiet system after ${quietMs.toFixed(0)} ms`,
    )
  })
}
