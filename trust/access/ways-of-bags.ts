import { bags } from '#contract/bags.ts'
import { shelfComponents, shelfGroups } from '#domain/bags/kinds.ts'
import { clearTests } from '#testing/makers/bags.ts'
import { aBagIn, aLine, keepBags } from '#testing/makers/shelves.ts'
import type { House } from './house.ts'
import type { Kind } from './who-may.ts'
import { aText, bankMail, bankOf, doneBy, type Way } from './wishes.ts'

const free = (house: House, kind: Kind) => aBagIn(house.service.db, bankOf(kind))

const seen = async (house: House, kind: Kind) => {
  const { id, version } = await free(house, kind)
  return { id, version }
}

export const waysOfBags: Record<string, Way> = {
  'bags.find': async (house, kind) => ({ input: { number: (await free(house, kind)).number } }),
  'bags.history': async (house, kind) => ({ input: { id: (await free(house, kind)).id } }),
  'bags.takeIn': (house) => ({
    input: {
      lines: Array.from({ length: house.dice.between(1, 5) }, () =>
        aLine({ bloodGroup: house.dice.pick(shelfGroups), place: aText(house) }),
      ),
    },
  }),
  'bags.nameProduct': (house) => ({
    input: { code: `E${house.dice.between(1_000, 9_999)}`, component: house.dice.pick(shelfComponents) },
  }),
  'bags.recordTests': async (house, kind) => {
    const { number, bloodGroup } = await aBagIn(house.service.db, bankOf(kind), { state: 'quarantine' })
    return { input: { donations: [{ number, results: clearTests(bloodGroup) }] } }
  },
  'bags.discard': async (house, kind) => ({
    input: { ...(await seen(house, kind)), reason: 'other', note: `x ${aText(house)}` },
  }),
  'bags.transfer': async (house, kind) => {
    await keepBags(house.service.db, 'redbank', 'bluebank')
    const bankId = bankOf(kind) === 'redbank' ? 'bluebank' : 'redbank'
    return { input: { ...(await seen(house, kind)), bankId } }
  },
  'bags.treat': async (house, kind) => ({
    input: { ...(await seen(house, kind)), treatment: house.dice.pick(['irradiate', 'wash', 'open']) },
  }),
  'bags.change': async (house, kind) => ({
    input: { ...(await seen(house, kind)), place: aText(house), attributes: ['cmv-negative'] },
  }),
  'bags.mendForm': async (house, kind) => ({ input: { ...(await seen(house, kind)), donorFormId: null } }),
  'bags.set': async (house, kind) => {
    const { settings }: { settings: { sampleHours: number } } = await doneBy(
      house,
      bankMail(kind),
      bags.shelf,
      {},
    )
    return { input: { ...settings, keepsBags: true, sampleHours: house.dice.between(24, 96) } }
  },
}
