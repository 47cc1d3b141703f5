import { type Fate, isOpenToDriver, soFar, takeNotice } from '#domain/driving/stepping.ts'
import { wereReplaced, whyNotHear, whyNotStop } from '#domain/driving/stopping.ts'
import { saveRequest } from '../db/requests.ts'
import { stopsOf, toldOf } from './order.ts'
import {
  answered,
  bankBefore,
  bankOf,
  endedAt,
  isStopRow,
  issuedOf,
  rowOf,
  type Scene,
  type Stepped,
  toldIn,
  verdictOn,
} from './report.ts'
import { drivingWriter } from './store.ts'

/** A driver does not go on. */
export async function takeStop(scene: Scene, fate: Fate): Promise<Stepped> {
  const tooLate = whyNotHear(await endedAt(scene), scene.work.now)
  if (tooLate) return { refusal: tooLate }
  return fate === 'reassigned' || fate === 'closed' ? hear(scene, fate) : stop(scene)
}

/** Nothing moves until the provider has decided; how warm it was is known at once. */
async function stop(scene: Scene): Promise<Stepped> {
  const { steps, report } = scene
  // of a delivery that is over too: it is told once
  const before = stopsOf(steps).findLast(({ seq }) => seq === report.seq)
  const refusal = whyNotStop(await verdictOn(scene), before ?? null)
  return refusal ? { refusal } : tellOfStop(scene)
}

/** Whoever has warm bags is heard, though the order is another's or over (ruling AMB-269): once. */
async function hear(scene: Scene, fate: 'reassigned' | 'closed'): Promise<Stepped> {
  const isNoStop = whyNotStop(await verdictOn(scene), null) !== null
  return isNoStop || toldBefore(scene) ? { answer: { outcome: fate, order: null } } : tellOfStop(scene)
}

/** The same by the same driver, and no word to it since: nobody is told twice. */
const toldBefore = ({ report, steps, driverEmail }: Scene) =>
  steps.find(
    (one) =>
      one.driverEmail === driverEmail &&
      one.seq === report.seq &&
      one.step === report.step &&
      isStopRow(one) &&
      one.decision === null,
  )

async function tellOfStop(scene: Scene): Promise<Stepped> {
  const { work, request, deliveries, steps, report, driverEmail } = scene
  const bankOfThem = await bankOf(scene)
  const done = soFar(request.status, toldOf(deliveries, steps)).find(({ seq }) => seq === report.seq)?.done
  const isReplaced = wereReplaced(request, bankOfThem, {
    areOut: done?.includes('issued') ?? false,
    fetchedAt: issuedOf(scene, ({ keptAside }) => keptAside === null)?.doneAt ?? null,
  })
  const before = isReplaced && toldBefore(scene)
  if (before) return answered(work, driverEmail, before)
  const row = await rowOf(scene, isReplaced ? 'replaced' : 'stopped')
  await drivingWriter(work).addStep(row)
  const told = { ...toldIn(row), ...bankBefore(scene, bankOfThem) }
  if (isReplaced) {
    const detail = { ...told, why: 'replaced', isWarmNews: true } as const
    await work.record({ kind: 'step-kept-aside', subjectId: request.id, detail, driverEmail })
    return answered(work, driverEmail, row)
  }
  const isOver = !isOpenToDriver({ ...request, deliveries })
  const noticed = takeNotice(request, isOver ? null : row.temperature, work.now)
  const detail = {
    ...told,
    ...(driverEmail !== request.driverEmail && { isFormer: true as const }),
    ...(isOver && { isOver }),
  }
  await saveRequest(work, request, noticed, { kind: 'delivery-stopped', detail })
  return answered(work, driverEmail, row)
}
