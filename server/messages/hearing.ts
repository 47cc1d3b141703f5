import type { Hearing, hearing, Rung } from '#contract/hearing.ts'
import { mostBrowsers } from '#domain/messages/browsers.ts'
import {
  audienceOf,
  type DeskWay,
  deskHears,
  deskWaysOf,
  hears,
  kindsFor,
  kindsHeardBy,
  quietWords,
  type Way,
  waysOf,
  whyNotQuiet,
  wishOf,
} from '#domain/messages/hearing.ts'
import { isSpecified, type MessageKindId } from '#domain/messages/kinds.ts'
import {
  lastWayWords,
  safetyKindsOf,
  waysOffScreen,
  whyNotLose,
  whyNotSilence,
} from '#domain/messages/last-way.ts'
import { ownPhoneWords, whyNotOwnPhone } from '#domain/messages/own-phone.ts'
import { pushPath } from '#domain/messages/pushing.ts'
import type { Actor } from '#domain/people/actor.ts'
import { ownersOf } from '#domain/people/owning.ts'
import type { Db, Tx } from '../db/database.ts'
import type { Hearer } from '../db/hearers.ts'
import { holdPlace, listeningOf, type PlaceListening } from '../db/listening.ts'
import type { Message } from '../db/outbox.ts'
import type { Handlers } from '../platform/http/call.ts'
import { forbidden, notFound, refuse } from '../platform/http/refuse.ts'
import { wishInWords } from './desk.ts'
import { chooseDesk, hasTried, hearerAlone, hearingWriter, ownMessages, placesOf } from './hearing-store.ts'

type Wish = { kind: MessageKindId; way: Way; isOn: boolean }

/** What a person hears, and what their organisation's desk is rung for (ruling AMB-306). */
export const hearingHandlers = (
  providers: readonly string[],
  ways: readonly DeskWay[],
): Handlers<typeof hearing> => {
  const show = (db: Db, actor: Actor) => hearingOf(db, actor, providers, ways)
  return {
    show: ({ db, actor }) => show(db, actor),

    choose: ({ actor, inTransaction }, wish) =>
      inTransaction(async (work) => {
        const asked: Wish = wish
        const organisationId = placeOf(actor)
        const audience = audienceOf(actor)
        if (!kindsFor(audience, isAdmin(actor)).includes(asked.kind) || !waysOf(audience).includes(asked.way))
          throw notFound()
        const places = organisationId === null ? [] : [organisationId]
        const writer = await hearingWriter(work, actor.accountId, places)
        const { me, place } = await whoHears(work.db, actor, ways)
        if (hears(me.choices, asked.kind, asked.way) === asked.isOn) return show(work.db, actor)
        const choices = { ...me.choices, [wishOf(asked.kind, asked.way)]: asked.isOn }
        if (place)
          refuse(lastWayWords, whyNotSilence(place, withPerson(place, { ...me, choices }), place.name))
        await writer.choose(organisationId, asked)
        await work.record({ ...about(actor), kind: 'hearing-chosen', to: wishInWords(asked), detail: asked })
        return show(work.db, actor)
      }),

    chooseDesk: ({ actor, inTransaction }, wish) =>
      inTransaction(async (work) => {
        const asked = wish
        const organisationId = placeOf(actor)
        if (organisationId === null || actor.kind !== 'member') throw forbidden()
        await holdPlace(work.db, organisationId)
        const place = await listeningOf(work.db, organisationId, ways)
        if (!place || !isSwitchable(asked.kind, asked.way, place)) throw notFound()
        if (deskHears(place.desk.choices, asked.kind, asked.way) === asked.isOn) return show(work.db, actor)
        const choices = { ...place.desk.choices, [wishOf(asked.kind, asked.way)]: asked.isOn }
        const after = { ...place, desk: { ...place.desk, choices } }
        refuse(lastWayWords, whyNotSilence(place, after, place.name))
        await chooseDesk(work.db, organisationId, asked)
        await work.record({
          ...ownersOf(actor),
          subjectId: organisationId,
          kind: 'desk-chosen',
          to: wishInWords(asked),
          detail: asked,
        })
        return show(work.db, actor)
      }),

    setQuiet: ({ actor, inTransaction }, { quiet }) =>
      inTransaction(async (work) => {
        refuse(quietWords, whyNotQuiet(quiet))
        const writer = await hearingWriter(work, actor.accountId, [])
        const { me } = await whoHears(work.db, actor, ways)
        if (me.quiet?.from === quiet?.from && me.quiet?.to === quiet?.to) return show(work.db, actor)
        await writer.setQuiet(quiet)
        await work.record({
          ...about(actor),
          kind: 'quiet-hours-set',
          to: quiet ? `${quiet.from} to ${quiet.to}` : 'none',
        })
        return show(work.db, actor)
      }),

    setPhone: ({ actor, inTransaction }, { phone }) =>
      inTransaction(async (work) => {
        refuse(ownPhoneWords, whyNotOwnPhone(phone))
        const here = placeOf(actor)
        const theirs = await placesOf(work.db, actor.accountId)
        const places = [...new Set([...theirs, ...(here === null ? [] : [here])])]
        const writer = await hearingWriter(work, actor.accountId, places)
        const { me } = await whoHears(work.db, actor, ways)
        if (me.phone === phone) return show(work.db, actor)
        if (phone === '') for (const id of places) await refuseLosing(work.db, id, actor.accountId, ways)
        await writer.setPhone(phone)
        await work.record({
          ...about(actor),
          kind: phone === '' ? 'own-number-removed' : 'own-number-set',
        })
        return show(work.db, actor)
      }),

    ring: ({ actor, inTransaction }) =>
      inTransaction(async (work) => {
        await hearingWriter(work, actor.accountId, [])
        const { me } = await whoHears(work.db, actor, ways)
        const { id } = await work.record({ ...about(actor), kind: 'hearing-tried' })
        for (const message of trials(id, actor, me)) await work.post(message)
        return rung(work.db, actor.accountId, id)
      }),

    async rung({ db, actor }, { id }) {
      if (!(await hasTried(db, actor.accountId, id))) throw notFound()
      return rung(db, actor.accountId, id)
    },
  }
}

const isAdmin = (actor: Actor): boolean => actor.kind === 'member' && actor.role === 'admin'

const placeOf = (actor: Actor): string | null => (actor.kind === 'member' ? actor.organisationId : null)

const isSwitchable = (kind: MessageKindId, way: 'mail' | 'sms', { audience }: PlaceListening): boolean =>
  kindsHeardBy(audience).includes(kind) && !isSpecified(kind) && deskWaysOf(kind, audience).includes(way)

const about = (actor: Actor) => ({
  subjectId: actor.accountId,
  ...(actor.kind === 'member' ? ownersOf(actor) : {}),
})

type Hears = { me: Hearer; place: PlaceListening | null }

async function whoHears(db: Db, actor: Actor, ways: readonly DeskWay[]): Promise<Hears> {
  const organisationId = placeOf(actor)
  const { accountId } = actor
  if (organisationId === null) {
    const driverEmail = actor.kind === 'driver' ? actor.email : null
    const me = await hearerAlone(db, { accountId, driverEmail })
    if (!me) throw forbidden()
    return { me, place: null }
  }
  const place = await listeningOf(db, organisationId, ways)
  const me = place?.people.find((one) => one.accountId === accountId)
  // stopped since they asked
  if (!place || !me) throw forbidden()
  return { me, place }
}

const withPerson = (place: PlaceListening, me: Hearer): PlaceListening => ({
  ...place,
  people: place.people.map((one) => (one.accountId === me.accountId ? me : one)),
})

/** With somebody's number go all texts to it. */
async function refuseLosing(db: Tx, id: string, accountId: string, ways: readonly DeskWay[]): Promise<void> {
  const place = await listeningOf(db, id, ways)
  if (!place) return
  const people = place.people.map((one) => (one.accountId === accountId ? { ...one, phone: '' } : one))
  refuse(lastWayWords, whyNotLose(place, { ...place, people }, place.name))
}

async function hearingOf(
  db: Db,
  actor: Actor,
  providers: readonly string[],
  ways: readonly DeskWay[],
): Promise<Hearing> {
  const { me, place } = await whoHears(db, actor, ways)
  const seesDesk = isAdmin(actor)
  const desk = seesDesk && place ? { ...place.desk, phones: [...place.desk.phones], isFixed: false } : null
  const fixed = { email: providers.join(', '), phones: [], choices: {}, isFixed: true }
  return {
    place: actor.displayName,
    audience: audienceOf(actor),
    isAdmin: isAdmin(actor),
    email: actor.email,
    phone: me.phone,
    choices: me.choices,
    quiet: me.quiet,
    desk: audienceOf(actor) === 'provider' ? fixed : desk,
    ways: [...ways],
    elsewhere: place ? elsewhere(place, actor.accountId, desk !== null) : {},
  }
}

function elsewhere(place: PlaceListening, accountId: string, seesDesk: boolean): Record<string, number> {
  const others = {
    ...place,
    desk: seesDesk ? null : place.desk,
    people: place.people.filter((one) => one.accountId !== accountId),
  }
  return Object.fromEntries(safetyKindsOf(place.audience).map((kind) => [kind, waysOffScreen(kind, others)]))
}

const onceOf = (id: number, way: string): string => `${id} ring ${way}`
/** One for each browser that somebody may have. */
const trialWays = ['mail', 'sms', ...Array.from({ length: mostBrowsers }, (_, nth) => `push ${nth}`)]

/** One by each way that is on for anything; a driver's text is the specification's. */
function trials(eventId: number, actor: Actor, me: Hearer): Message[] {
  const kinds = kindsFor(audienceOf(actor), isAdmin(actor))
  const isOn = (way: Way) => actor.kind === 'driver' || kinds.some((kind) => hears(me.choices, kind, way))
  const organisationId = placeOf(actor)
  const of = {
    eventId,
    kind: 'ring',
    accountId: me.accountId,
    ...(organisationId === null ? {} : { organisationId }),
  }
  const mails = actor.kind === 'member' && me.email !== null && isOn('mail') ? [me.email] : []
  const phones = me.phone !== '' && isOn('sms') ? [me.phone] : []
  return [
    ...mails.map(
      (recipient): Message => ({
        ...of,
        channel: 'mail',
        recipient,
        subject: 'This is how Crossmatch writes to you',
        body: 'You pressed “Ring me now”. Mails about your orders come to this address. There is nothing to do.',
        once: onceOf(eventId, 'mail'),
      }),
    ),
    ...phones.map(
      (recipient): Message => ({
        ...of,
        channel: 'sms',
        recipient,
        body: 'Crossmatch: you pressed “Ring me now”. Text messages come to this number. There is nothing to do.',
        once: onceOf(eventId, 'sms'),
      }),
    ),
    ...(isOn('push') ? me.browsers : []).map(
      ({ id: browserId, device, product }, nth): Message => ({
        ...of,
        channel: 'push',
        recipient: `${me.name} (${device})`,
        subject: 'This is how Crossmatch rings',
        body: 'You pressed “Ring me now”. There is nothing to do.',
        browserId,
        path: pushPath(product, undefined),
        once: onceOf(eventId, `push ${nth}`),
      }),
    ),
  ]
}

async function rung(db: Db, accountId: string, id: number): Promise<Rung> {
  const rows = await ownMessages(
    db,
    accountId,
    trialWays.map((way) => onceOf(id, way)),
  )
  return { id, items: rows.map(({ channel: way, recipient: to, state }) => ({ way, to, state })) }
}
