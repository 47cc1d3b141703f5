import type { Found, finding } from '#contract/finding.ts'
import { displayNameOf, isProvider } from '#domain/people/actor.ts'
import {
  findWords,
  idToFind,
  marksIn,
  mostFound,
  nameHas,
  whyNotFind,
  wordsToFind,
} from '#domain/requests/finding.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { hospitalOf } from '../people/organisation-of.ts'
import type { Handlers } from '../platform/http/call.ts'
import { refuse } from '../platform/http/refuse.ts'
import { findingStore, type Sought } from './finding-store.ts'
import { orderStore } from './order-store.ts'

type Names = Awaited<ReturnType<ReturnType<typeof findingStore>['namesLike']>>

export const findingHandlers: Handlers<typeof finding> = {
  async find({ actor, db }, { text }) {
    refuse(findWords, whyNotFind(text))
    const [words, id] = [wordsToFind(text), idToFind(text)]
    const store = findingStore(db)
    const hospitalId = isProvider(actor) ? null : hospitalOf(actor).hospitalId
    const places =
      hospitalId === null && words.length > 0 ? placesWith(words, await store.namesLike(words)) : null
    const sought = words.map((word, at) => places?.sought[at] ?? { word, hospitals: [] })
    const [ids, patients, ofHospitals, ofDrivers] = await Promise.all([
      id ? store.ids(id, hospitalId) : [],
      sought.length > 0 ? store.patients(sought, hospitalId) : [],
      places ? store.ofHospitals(places.hospitals) : [],
      places ? store.ofDrivers(places.drivers) : [],
    ])
    const named = [...ofHospitals, ...ofDrivers].toSorted(newestFirst)
    const room = mostFound - Math.min(leastNamed, named.length)
    const found = firstFew([...ids, ...patients.slice(0, room), ...named, ...patients])
    return { items: hospitalId === null ? await withNames(orderStore(db), found, words, id) : found.map(own) }

    function own(request: BloodRequest): Found {
      return { ...request, hospitalName: null, driverName: null, marks: marksOf(request, words, id) }
    }
  },
}

/** Whom each word may name, and whom all of them do. */
function placesWith(words: readonly string[], { hospitals, drivers }: Names) {
  const has = ({ name }: { name: string }, word: string) => nameHas(displayNameOf(name), word)
  const whoHave = (all: readonly string[]) =>
    hospitals.filter((one) => all.every((word) => has(one, word))).map(({ id }) => id)
  const sought: Sought[] = words.map((word) => ({ word, hospitals: whoHave([word]) }))
  const driven = drivers.map((driver) => ({
    email: driver.email,
    rest: sought.filter(({ word }) => !has(driver, word)),
  }))
  return {
    sought,
    hospitals: whoHave(words).slice(0, mostNamed),
    drivers: driven.filter(({ rest }) => rest.length < words.length).slice(0, mostNamed),
  }
}

/** So many have their place beside patients of that name: whoever types a driver's name may mean the driver. */
const leastNamed = 3

/** More of a name than these show nothing more: eight requests are all that is told. */
const mostNamed = 20

async function withNames(
  store: ReturnType<typeof orderStore>,
  found: readonly BloodRequest[],
  words: readonly string[],
  id: string | null,
): Promise<Found[]> {
  const names = await store.namesFor(found)
  return found.map((request) => {
    const { hospitalId, driverEmail } = request
    const hospitalName = displayNameOf(names.organisation.get(hospitalId) ?? hospitalId)
    const driverName = driverEmail === null ? null : (names.driver.get(driverEmail) ?? driverEmail)
    const marks = {
      ...marksOf(request, words, id),
      hospitalName: marksIn(hospitalName, words),
      driverName: driverName === null ? [] : marksIn(driverName, words),
    }
    return { ...request, hospitalName, driverName, marks }
  })
}

const marksOf = (
  { id, patientName, patientId }: BloodRequest,
  words: readonly string[],
  typed: string | null,
): Found['marks'] => ({
  id: typed !== null && id.startsWith(typed) ? [{ from: 0, to: typed.length }] : [],
  patientName: marksIn(patientName, words),
  patientId: marksIn(patientId, words, 'number'),
})

const newestFirst = (one: BloodRequest, other: BloodRequest): number =>
  other.raisedAt.getTime() - one.raisedAt.getTime()

/** Each once, where it came first. */
const firstFew = (requests: readonly BloodRequest[]): BloodRequest[] =>
  [...new Map(requests.map((request) => [request.id, request])).values()].slice(0, mostFound)
