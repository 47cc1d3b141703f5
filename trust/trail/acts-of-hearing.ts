import { hearing } from '#contract/hearing.ts'
import { aStaffedHospital } from '#testing/makers/makers.ts'
import type { Act, House } from './acting-house.ts'

async function head({ db, service }: House) {
  const { admin } = await aStaffedHospital(db)
  return service.as(admin)
}

/** Of what people choose to hear. */
export const actsOfHearing: Record<string, Act> = {
  'hearing.choose': async (house) => {
    const client = await head(house)
    return () => client.done(hearing.choose, { kind: 'late', way: 'mail', isOn: true })
  },
  'hearing.chooseDesk': async (house) => {
    const client = await head(house)
    return () => client.done(hearing.chooseDesk, { kind: 'delivered', way: 'mail', isOn: false })
  },
  'hearing.setQuiet': async (house) => {
    const client = await head(house)
    return () => client.done(hearing.setQuiet, { quiet: { from: '22:00', to: '06:00' } })
  },
  'hearing.setPhone': async (house) => {
    const client = await head(house)
    return () => client.done(hearing.setPhone, { phone: '98401 10014' })
  },
  'hearing.ring': async (house) => {
    const client = await head(house)
    return () => client.done(hearing.ring, {})
  },
}
