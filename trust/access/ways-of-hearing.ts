import { hearing } from '#contract/hearing.ts'
import type { House } from './house.ts'
import { banks, drivers, type Kind, kinds, may } from './who-may.ts'
import { doneBy, type Way } from './wishes.ts'

/** A kind of message that they hear, and that their desk may be rung for or not. */
function aKind({ dice }: House, kind: Kind): string {
  if (drivers.includes(kind)) return dice.pick(['driver', 'driver-freed'])
  if (kind === 'provider') return dice.pick(['untaken', 'approve', 'stock-forgotten'])
  return banks.includes(kind)
    ? dice.pick(['order-linked', 'stock-old'])
    : dice.pick(['late', 'delivered', 'taken', 'bank-refused'])
}

/** Each by itself leaves another way: what is sent twice, or switched on, is never the last. */
export const waysOfHearing: Record<string, Way> = {
  'hearing.choose': (house, kind) => ({
    input: {
      kind: aKind(house, kind),
      way: drivers.includes(kind) ? 'push' : house.dice.pick(['page', 'push', 'mail', 'sms']),
      isOn: house.dice.chance(0.5),
    },
  }),
  'hearing.chooseDesk': (house, kind) => ({
    input: { kind: aKind(house, kind), way: house.dice.pick(['mail', 'sms']), isOn: true },
  }),
  'hearing.setQuiet': (house) => ({
    input: { quiet: house.dice.pick([null, { from: '22:00', to: '06:00' }, { from: '00:00', to: '23:59' }]) },
  }),
  'hearing.setPhone': (house) => ({
    input: { phone: house.dice.pick(['98401 10014', '+91 (98401) 10014', '044-2811-0014']) },
  }),
  'hearing.ring': async (house, kind) => ({ input: {}, email: await house.twin(kind) }),
  'hearing.rung': async (house, kind) => {
    await house.forgetLimits()
    const by = may['hearing.rung']?.includes(kind) ? kinds[kind] : kinds.provider
    const { id }: { id: number } = await doneBy(house, by, hearing.ring, {})
    return { input: { id } }
  },
}
