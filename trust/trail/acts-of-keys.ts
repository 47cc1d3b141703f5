import { keys } from '#contract/keys.ts'
import { aStaffedHospital, nextNumber } from '#testing/makers/makers.ts'
import type { Act, House } from './acting-house.ts'

async function head({ db, service }: House) {
  const { admin } = await aStaffedHospital(db)
  return service.as(admin)
}
const aDraft = () => ({ name: `Module ${nextNumber()}`, scopes: ['orders:read' as const] })

/** Of an organisation's keys. */
export const actsOfKeys: Record<string, Act> = {
  'keys.make': async (house) => {
    const client = await head(house)
    return () => client.done(keys.make, aDraft())
  },
  'keys.stop': async (house) => {
    const client = await head(house)
    const { kept } = await client.done(keys.make, aDraft())
    return () => client.done(keys.stop, { id: kept.id })
  },
}
