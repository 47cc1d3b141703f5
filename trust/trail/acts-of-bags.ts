import { bags } from '#contract/bags.ts'
import { clearTests } from '#testing/makers/bags.ts'
import { aBagIn, aLine, keepBags } from '#testing/makers/shelves.ts'
import type { Act } from './acting-house.ts'

/** Of a bank's bags. */
export const actsOfBags: Record<string, Act> = {
  'bags.takeIn':
    async ({ bank }) =>
    () =>
      bank.done(bags.takeIn, { lines: [aLine(), aLine()] }),
  'bags.nameProduct':
    async ({ bank }) =>
    () =>
      bank.done(bags.nameProduct, { code: 'E0336', component: 'PRBC' }),
  'bags.recordTests': async ({ bank, db }) => {
    const { number } = await aBagIn(db, 'redbank', { state: 'quarantine' })
    return () => bank.done(bags.recordTests, { donations: [{ number, results: clearTests('O+') }] })
  },
  'bags.discard': async ({ bank, db }) => {
    const { id } = await aBagIn(db, 'redbank')
    return () => bank.done(bags.discard, { id, version: 1, reason: 'leaking' })
  },
  'bags.transfer': async ({ bank, db }) => {
    await keepBags(db, 'bluebank')
    const { id } = await aBagIn(db, 'redbank')
    return () => bank.done(bags.transfer, { id, version: 1, bankId: 'bluebank' })
  },
  'bags.treat': async ({ bank, db }) => {
    const { id } = await aBagIn(db, 'redbank')
    return () => bank.done(bags.treat, { id, version: 1, treatment: 'irradiate' })
  },
  'bags.change': async ({ bank, db }) => {
    const { id } = await aBagIn(db, 'redbank')
    return () => bank.done(bags.change, { id, version: 1, place: 'Fridge 4', attributes: [] })
  },
  'bags.mendForm': async ({ bank, db }) => {
    const { id } = await aBagIn(db, 'redbank', { donorFormId: '0123abcd' })
    return () => bank.done(bags.mendForm, { id, version: 1, donorFormId: null })
  },
  'bags.set': async ({ bank }) => {
    const { settings } = await bank.done(bags.shelf, {})
    return () => bank.done(bags.set, { ...settings, keepsBags: true })
  },
  'bags.setMinimum':
    async ({ bank }) =>
    () =>
      bank.done(bags.setMinimum, { component: 'PRBC', bloodGroup: 'O-', units: 4 }),
}
