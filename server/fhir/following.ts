import { createHash } from 'node:crypto'
import type { fhir } from '#contract/fhir.ts'
import { type Followed, type FollowingType, follow, orderIn } from '#domain/fhir/following.ts'
import { reasonOf, saidIn } from '#domain/fhir/reasons.ts'
import { bundleOf, type Resource } from '#domain/fhir/showing.ts'
import type { Actor } from '#domain/people/actor.ts'
import type { Db } from '../db/database.ts'
import { packedOf } from '../matching/packed.ts'
import type { Handlers } from '../platform/http/call.ts'
import { notFound } from '../platform/http/refuse.ts'
import { orderOf, whoseOf } from './showing.ts'
import { fhirStore } from './store.ts'

type Asking = { actor: Actor; db: Db; now: Date }

type Following = Pick<
  Handlers<typeof fhir>,
  | 'task'
  | 'tasks'
  | 'supply'
  | 'supplies'
  | 'specimen'
  | 'specimens'
  | 'observation'
  | 'observations'
  | 'product'
  | 'products'
>

/** What is told by its order: found by it, and as its reader may read it. */
export function followingHandlers(base: string): Following {
  const read =
    <Type extends FollowingType>(type: Type) =>
    async (call: Asking, { id }: { id: string }) => {
      const all = follow[type](await followedBy(call, orderIn(id)))
      const one = all.find((resource) => resource.id === id)
      if (!one) throw notFound()
      return { ...versioned(one), resourceType: type }
    }
  const search = (type: FollowingType) => async (call: Asking, asked: { 'based-on': string }) => {
    const about = asked['based-on']
    const all = follow[type](await followedBy(call, about.slice(-8)))
    const self = `${base}/${type}?${new URLSearchParams({ 'based-on': about })}`
    return bundleOf(base, all.map(versioned), [{ relation: 'self', url: self }])
  }
  return {
    task: read('Task'),
    tasks: search('Task'),
    supply: read('SupplyDelivery'),
    supplies: search('SupplyDelivery'),
    specimen: read('Specimen'),
    specimens: search('Specimen'),
    observation: read('Observation'),
    observations: search('Observation'),
    product: read('BiologicallyDerivedProduct'),
    products: search('BiologicallyDerivedProduct'),
  }
}

/** What changes without its order is told apart by what it says. */
const versioned = (one: Resource): Resource =>
  one.meta
    ? one
    : {
        ...one,
        meta: { versionId: createHash('sha256').update(JSON.stringify(one)).digest('hex').slice(0, 16) },
      }

async function followedBy({ actor, db, now }: Asking, id: string): Promise<Followed> {
  const whose = whoseOf(actor)
  const order = await orderOf(db, whose, id)
  const store = fhirStore(db)
  // the group is told to the bank that found it as well, and bags to the one that packed them
  const isHospital = 'hospitalId' in whose
  const [deliveries, samples, states, besides, { slips, groupFound }] = await Promise.all([
    store.deliveriesOf(id),
    order.bankId === null ? [] : store.samplesOf(id, order.bankId),
    store.bagStatesOf(id),
    isHospital && saidIn(order) ? store.besidesOf([order]) : null,
    packedOf(db, order, { isHospital: true, byBank: 'bankId' in whose ? whose.bankId : null, now }),
  ])
  return {
    order,
    deliveries,
    samples,
    groupFound,
    // a bank is quoted only what it said itself, and what it refused is not its own any more
    reason: isHospital ? reasonOf(order, besides?.get(id)?.said ?? null) : null,
    bags: slips.flatMap(({ slip, seq, bags }) =>
      bags.map((bag) => ({
        ...bag,
        ...{ slip, seq },
        state: states.find((one) => one.id === bag.id)?.state ?? 'issued',
      })),
    ) as Followed['bags'],
  }
}
