import type { FastifyBaseLogger } from 'fastify'
import { dayOf, timeOf } from '#domain/basics/time.ts'
import { StillRunning, verifyTrail } from './audit/verifying.ts'
import { sweepBags } from './bags/sweeping.ts'
import type { Clock } from './basics/clock.ts'
import type { Files } from './basics/files.ts'
import type { Invoices } from './billing/invoices.ts'
import type { Sender } from './db/carrying.ts'
import type { Db } from './db/database.ts'
import { theService } from './db/event-trail.ts'
import { tidyUp } from './db/housekeeping.ts'
import type { Jobs } from './db/jobs.ts'
import { headsFile, keepHead, newestSeal, type SealHead } from './db/seal-heads.ts'
import { sealEvents } from './db/sealing.ts'
import { sweepFiles } from './db/stored-files.ts'
import type { Transact } from './db/work.ts'
import { ageOut } from './donors/erasing.ts'
import type { Packs } from './downtime/packs.ts'
import { sweepHolds } from './matching/releasing.ts'
import { trailMail } from './messages/trail.ts'
import { purgeUnproved } from './people/purging.ts'
import type { Settings } from './platform/settings.ts'
import type { Queue } from './platform/tasks/jobs.ts'
import { tellGathered } from './requests/flooding.ts'
import { sweepRequests } from './requests/sweeping.ts'
import { remindOfStock } from './stock/reminding.ts'

/** Some three days of tries, at first every few seconds, at last every quarter of an hour. */
const patient: Queue = { retries: 300, firstWaitSeconds: 2, longestWaitSeconds: 900 }

/** A reading of the trail may take longer than a job is given: it is asked for again, and found to be under way. */
const longRunning: Queue = { retries: 300, firstWaitSeconds: 30, longestWaitSeconds: 60 }

export const queues = {
  'send-message': patient,
  'make-invoices': patient,
  'verify-trail': longRunning,
} as const

/** What the server does by itself beside messages: makes invoices, and each minute does what the clock brings. */
export async function startWork(parts: {
  jobs: Jobs
  db: Db
  files: Files
  clock: Clock
  transact: Transact
  invoices: Invoices
  packs: Packs
  sender: Sender
  settings: Settings
  log: FastifyBaseLogger
}): Promise<void> {
  const { jobs, db, clock, transact, invoices, log } = parts
  // of a process of the version before, which is being replaced by this one: it made a job for each message
  await jobs.work('send-message', (data) => parts.sender.hurry((data as { id: number }).id))
  await jobs.work('make-invoices', async (data) => {
    const { requestId } = data as { requestId: string }
    await told('an invoice could not be made', () => invoices.makeMissing(requestId), requestId)
  })
  await jobs.work('verify-trail', async (data) => {
    const { id } = data as { id: number }
    try {
      await verifyTrail({ db, dataFolder: parts.settings.DATA_DIR }, id)
    } catch (error) {
      if (!(error instanceof StillRunning)) log.error({ err: error }, 'the trail could not be verified')
      throw error
    }
  })
  const onError = (error: unknown, request: string) =>
    log.error({ err: error, request }, 'what the clock brings could not be done')
  await jobs.everyMinute('sweep-requests', async () => {
    await told('what the clock brings could not be looked for', () =>
      sweepRequests({ db, transact, clock, onError }),
    )
  })
  const onPurgeError = (error: unknown, account: string) =>
    log.error({ err: error, account }, 'a sign-up that nobody proved could not be removed')
  const onReminderError = (error: unknown, bank: string) =>
    log.error({ err: error, bank }, 'a bank could not be reminded of an old count')
  await jobs.everyMinute('every-minute', async () => {
    // each by itself: what stops one must not stop the other
    await Promise.allSettled([
      told('old counts could not be looked for', () =>
        remindOfStock({ db, transact, clock, onError: onReminderError }),
      ),
      told('bags past their end could not be taken off the shelves', () => sweepBags({ transact, clock })),
      told('holds that are over could not be looked for', () => sweepHolds({ db, transact, clock, onError })),
      told('raises that were gathered could not be told', () => tellGathered({ transact, clock })),
      told('sign-ups that nobody proved could not be looked for', () =>
        purgeUnproved({ db, transact, clock, onError: onPurgeError }),
      ),
      told('what is over could not be tidied up', () => tidyUp(db, clock.now())),
      told('files that nothing names could not be removed', () => sweepFiles(db, parts.files)),
      told('what is too old could not be looked for', () => ageOutAtNight(clock.now())),
      told('the trail could not be sealed', () => sealAndKeep(clock.now())),
    ])
  })

  // by itself: it takes its time at a change of shift
  await jobs.everyMinute('downtime-packs', async () => {
    const onPackError = (error: unknown, place: string) =>
      log.error({ err: error, place }, 'a downtime pack could not be made')
    await told('downtime packs could not be looked for', () => parts.packs.makeDue(onPackError))
  })

  const { DATA_DIR, TRAIL_MAILS } = parts.settings
  let toldOn = ''

  /** While few work: rows that are erased in the day would be in the way of those who read. */
  async function ageOutAtNight(now: Date): Promise<void> {
    const [hour = ''] = timeOf(now).split(':')
    if (!['02', '03', '04'].includes(hour)) return
    const onAgeError = (error: unknown, form: string) =>
      log.error({ err: error, form }, 'a donor form could not be erased by age')
    await ageOut({ db, files: parts.files, transact, now, onError: onAgeError })
  }

  /** What is kept outside lags behind a crash in between; the next seal's line stands for all before it. */
  async function sealAndKeep(now: Date): Promise<void> {
    if ((await sealEvents(db, now)) === 0) return
    const head = await newestSeal(db)
    if (!head) return
    try {
      await keepHead(headsFile(DATA_DIR), head)
    } finally {
      // a disk that is full must not keep it from being mailed
      await mailOnceADay(head, now)
    }
  }

  async function mailOnceADay(head: SealHead, now: Date): Promise<void> {
    const day = dayOf(now)
    if (TRAIL_MAILS === undefined || day === toldOn) return
    await transact(theService, now, async (work) => {
      for (const recipient of TRAIL_MAILS) await work.post(trailMail(head, recipient, day))
    })
    toldOn = day
  }

  /** The queue keeps a failure to itself; whoever looks after the server must read of it. */
  async function told(what: string, act: () => Promise<unknown>, request?: string): Promise<void> {
    try {
      await act()
    } catch (error) {
      log.error({ err: error, request }, what)
      throw error
    }
  }
}
