import { vi } from 'vitest'
import { dayOf, days, hours, later, minutes } from '#domain/basics/time.ts'
import { usualRange } from '#domain/billing/component-tracking.ts'
import { offeredDays } from '#domain/camps/asking.ts'
import { latestBirth } from '#domain/donors/submitting.ts'
import { dueFor } from '#domain/driving/due.ts'
import { whyNotTakeBack } from '#domain/driving/taking-back.ts'
import { actTime } from '#domain/driving/timing.ts'
import { whyNotApprove } from '#domain/requests/approving.ts'
import { dueText, leftText, nextDue } from '#domain/requests/due.ts'
import {
  componentsOffered,
  deadlineDayChoices,
  pickupDayChoices,
  pickupsOffered,
  whyNotRaise,
} from '#domain/requests/raising.ts'
import { whyNotApproveReservation } from '#domain/requests/reserving.ts'
import { dueNow } from '#domain/requests/timing.ts'
import { undoableUntil } from '#domain/requests/undoing.ts'
import { freshnessText } from '#domain/stock/freshness.ts'
import { aRow } from '#testing/makers/listed-requests.ts'
import { aDraft } from '#testing/makers/makers.ts'
import { hearTime, now } from '#web/server-clock.ts'

/** What a page offers, allows or says at a moment by the server's clock, as it reckons that itself. */
export type PageCase = (right: Date) => unknown

const order = (right: Date, change: Parameters<typeof aRow>[2] = {}) => ({
  ...aRow('firm', right, {
    pickupAt: later(right, minutes(70)),
    deadlineAt: later(right, hours(5)),
    ...change,
  }),
  id: '00000001',
})
const free = { isApprovingBlocked: false, accountId: '', needsFourEyes: false }
const near = (right: Date) => [-1, 1].map((side) => later(right, minutes(side)))

/** Each asked just before and just after what it hangs on, where it hangs on a minute. */
export const pageCases: Record<string, PageCase> = {
  'the pickups that are offered': () => pickupsOffered(now()),
  'the days of a pickup and of a deadline': () => [
    pickupDayChoices(now()),
    deadlineDayChoices(now(), dayOf(later(now(), days(2)))),
  ],
  'the components that are offered': () => componentsOffered(now()),
  'whether a request can be raised': (right) =>
    near(later(right, minutes(30))).map(
      (pickupAt) => whyNotRaise(aDraft(right, { pickupAt, deadlineAt: later(right, hours(4)) }), now())?.code,
    ),
  'whether platelets can be raised': (right) => whyNotRaise(aDraft(right, { component: 'SDP' }), now())?.code,
  'whether platelets can be approved': (right) =>
    whyNotApprove(order(right, { component: 'SDP' }), free, now())?.code,
  'whether a reservation can be approved': (right) =>
    near(later(right, hours(30))).map((pickupAt) => {
      const status = 'bloodbank-approved' as const
      const reserved = order(right, { status, orderType: 'reservation', pickupAt })
      return whyNotApproveReservation(reserved, now())?.code
    }),
  'what the clock brings': (right) =>
    near(later(right, -hours(1))).map((deadlineAt) => dueNow(order(right, { deadlineAt }), now())),
  'what is due, and how late it is': (right) =>
    near(right).map((pickupAt) => {
      const due = nextDue(order(right, { pickupAt }), now())
      return due && [due, dueText(due, now()), leftText(due, now())]
    }),
  'until when a decision can be undone': (right) =>
    near(later(right, -minutes(10))).map((at) => {
      const until = undoableUntil({ kind: 'request-approved', at }, 'hospital-admin-approved')
      return until !== null && until >= now()
    }),
  'until when a step can be taken back': (right) =>
    near(later(right, -minutes(2))).map((arrivedAt) => {
      const { status, version } = order(right, { status: 'issued' })
      return whyNotTakeBack({ status, version }, { handOver: null, arrivedAt, version }, now())?.code
    }),
  'who is old enough to give blood': () => latestBirth(dayOf(now())),
  'the days of camps': (right) =>
    offeredDays([{ days: [-1, 0, 1].map((off) => dayOf(later(right, days(off)))) }], now()),
  'the last seven days': () => usualRange(now()),
  'how fresh a count is': (right) =>
    near(later(right, -hours(24))).map((countedAt) => freshnessText('PRBC', countedAt, now())),
  'what a driver has to do first': (right) =>
    dueFor({ ...order(right, { status: 'issued' }), deliveries: [] }, now()),
}

/** Machines as they stand in wards: how far ahead of the right time, and where in the world they think they are. */
export const machines = [
  { name: 'a day and two hours ahead', offMs: hours(26), zone: 'Asia/Kolkata' },
  { name: 'a day and two hours behind', offMs: -hours(26), zone: 'Asia/Kolkata' },
  { name: 'five minutes ahead', offMs: minutes(5), zone: 'Asia/Kolkata' },
  { name: 'five minutes behind', offMs: -minutes(5), zone: 'Asia/Kolkata' },
  { name: 'in a zone whose summer time ends', offMs: 0, zone: 'Europe/Berlin' },
  { name: 'an hour ahead after the end of its summer time', offMs: hours(1), zone: 'America/New_York' },
  { name: 'half a day ahead in a zone that is ahead', offMs: hours(12), zone: 'Pacific/Auckland' },
]
export type Machine = (typeof machines)[number]
export const right: Machine = { name: 'right', offMs: 0, zone: 'Asia/Kolkata' }

/** Edges of the day, of the hours of platelets, and of summer times elsewhere. */
export const moments = [
  '2026-11-20T10:00:00+05:30',
  '2026-11-20T07:59:00+05:30',
  '2026-11-20T18:01:00+05:30',
  '2026-11-20T23:58:00+05:30',
  // Berlin has its clock turned back in that minute, New York a week later
  '2026-10-25T00:59:00Z',
  '2026-10-25T01:01:00Z',
  '2026-11-01T06:01:00Z',
].map((text) => new Date(text))

/** As a page on that machine sees it, once the server has answered it something. */
export function asSeenOn<Seen>(machine: Machine, at: Date, look: () => Seen): Seen {
  const zone = process.env.TZ
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    process.env.TZ = machine.zone
    vi.setSystemTime(later(at, machine.offMs))
    hearTime(at.toUTCString(), Date.now())
    return look()
  } finally {
    vi.useRealTimers()
    hearTime(new Date().toUTCString(), Date.now())
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  }
}

/** When a step counts as done that was told 40 minutes late by this phone. */
export function toldLate({ offMs }: Machine, at: Date): Date {
  const said = { doneAt: later(at, offMs - minutes(40)), sentAt: later(at, offMs) }
  return actTime(said, at, later(at, -hours(3)))
}
