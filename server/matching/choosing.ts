import type { ChoiceRow } from '#contract/matching.ts'
import { shelfGroups } from '#domain/bags/kinds.ts'
import { patientOf } from '#domain/matching/bench-order.ts'
import { choicesFor, choiceText, endingSoonText, neededAt } from '#domain/matching/choosing.ts'
import { fitOf } from '#domain/matching/fit.ts'
import { countingTube, groupInEmergency } from '#domain/matching/sample.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import type { Db } from '../db/database.ts'
import { benchOrderOf, benchStore } from './store.ts'

const mostChoices = 100

/** The shelf for one order, the best first. In an emergency what was found counts, or nothing, and what is alive now. */
export async function choicesOf(
  db: Db,
  request: BloodRequest,
  { bankId, isEmergency, now }: { bankId: string; isEmergency: boolean; now: Date },
): Promise<{ items: ChoiceRow[]; endingSoon: string | null }> {
  const store = benchStore(db)
  const order = await benchOrderOf(db, request)
  const { spareHours } = await store.settingsOf(bankId)
  const sample = isEmergency ? countingTube(await store.tubesOf(request.id), bankId, order, true) : null
  const patient = isEmergency
    ? { ...patientOf(order), group: groupInEmergency(sample, order, now) }
    : patientOf(order)
  const { component } = order
  const needs = isEmergency ? [] : order.needs
  const deadlineAt = isEmergency ? now : neededAt(order.deadlineAt, now)
  const groups = shelfGroups.filter(
    (bloodGroup) => fitOf(component, patient, { bloodGroup, attributes: [] }).level !== 'never',
  )
  const bags = await store.shelfFor(bankId, {
    ...{ component, groups },
    attributes: [...needs],
    aliveAt: deadlineAt,
  })
  const matches = await store.matchesOfPatient(request, bags)
  const barred = matches.filter(({ result }) => result === 'incompatible').map(({ bagId }) => bagId)
  const spare = isEmergency ? 0 : spareHours
  const choices = choicesFor({ component, patient, needs, deadlineAt, barred }, bags, spare, now)
  const soon = new Set(choices.endingSoon)
  const shown = [...choices.offered, ...choices.endingSoon].slice(0, mostChoices)
  return {
    items: shown.flatMap((choice, at) => {
      const found = bags.find(({ id }) => id === choice.bag.id)
      const row = {
        level: choice.fit.level,
        text: choiceText(choice, at === 0, now),
        isAlarming: choice.fit.isAlarming,
        endsSoon: soon.has(choice),
      }
      return found ? [{ bag: { ...found, hold: null }, ...row }] : []
    }),
    endingSoon: endingSoonText(choices, spare),
  }
}
