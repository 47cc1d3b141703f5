import { keys } from '#contract/keys.ts'
import { nextNumber } from '#testing/makers/makers.ts'
import type { House } from './house.ts'
import { type Kind, kinds, may } from './who-may.ts'
import { doneBy, type Way } from './wishes.ts'

const aKey = ({ dice }: House) => ({
  name: `Module ${nextNumber()}`,
  scopes: dice.pick([['orders:read'], ['reports:read'], ['orders:read', 'reports:read']]),
  networks: dice.pick([[], ['203.0.113.0/24', '2001:db8::/32']]),
  lastDay: dice.pick([null, '2027-05-31']),
})

/** No more than twenty work at once, and ten minutes are one moment here. */
async function forgetKeys(house: House): Promise<void> {
  await house.forgetLimits()
  // but those that programs of the house call with
  await house.service.db.deleteFrom('apiKeys').where('name', 'like', 'Module %').execute()
}

const makerOf = (kind: Kind) => (may['keys.make']?.includes(kind) ? kinds[kind] : kinds.provider)

export const waysOfKeys: Record<string, Way> = {
  'keys.make': async (house) => {
    await forgetKeys(house)
    return { input: aKey(house) }
  },
  'keys.stop': async (house, kind) => {
    await forgetKeys(house)
    const { kept }: { kept: { id: string } } = await doneBy(house, makerOf(kind), keys.make, aKey(house))
    return { input: { id: kept.id } }
  },
}
