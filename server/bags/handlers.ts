import { several } from '#contract/answers.ts'
import type { bags } from '#contract/bags.ts'
import { whyNotOverWork, workWords } from '#domain/bags/working.ts'
import { hours, later } from '#domain/basics/time.ts'
import { lockBank } from '../db/locks.ts'
import { isWithBank } from '../db/setting-aside.ts'
import { bankOf } from '../people/organisation-of.ts'
import type { Handlers } from '../platform/http/call.ts'
import { pageFrom, pageRange } from '../platform/http/paging.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import { formsOf } from './form-store.ts'
import { mendForm } from './forms.ts'
import { takeInLines } from './intake.ts'
import { settingsWriter } from './settings-store.ts'
import { changed, discard, transfer, treatBag } from './shelf-acts.ts'
import { bagStore, livesOf } from './store.ts'
import { recordDonations } from './testing.ts'

const pageSize = 50

export const bagHandlers: Handlers<typeof bags> = {
  async shelf({ actor, db, now }) {
    const store = bagStore(db, bankOf(actor).bankId)
    const [cells, settings] = await Promise.all([store.cells(now), store.settings()])
    return { cells, settings }
  },

  async list({ actor, db, now }, { state, component, bloodGroup, within, ...cursors }) {
    const filter = {
      states: several(state),
      components: several(component),
      groups: several(bloodGroup),
      until: within === undefined ? null : later(now, hours(within)),
    }
    const ask = { ...pageRange(cursors), limit: pageSize }
    const items = await bagStore(db, bankOf(actor).bankId).list(filter, ask)
    return pageFrom(items, pageSize, ({ expiresAt }) => expiresAt)
  },

  async find({ actor, db }, { number }) {
    const store = bagStore(db, bankOf(actor).bankId)
    const [found, results] = await Promise.all([store.ofDonation(number), store.results(number)])
    // of a number that is not known nothing is told: every new bag is asked after once
    return { number, results, bags: found }
  },

  async history({ actor, db }, { id }) {
    const store = bagStore(db, bankOf(actor).bankId)
    const [bag] = await store.byIds([id])
    if (!bag) throw notFound()
    const { bankId, donorFormId } = bag
    const [steps, forms, isAside] = await Promise.all([
      store.steps(id),
      formsOf(db, bankId, donorFormId === null ? [] : [donorFormId]),
      isWithBank({ db }, id),
    ])
    const form = forms.get(donorFormId ?? '')
    const stand = form ? { status: form.status, erasedAt: form.erasedAt } : null
    return { bag, steps, form: stand, isBack: bag.state === 'issued' && isAside }
  },

  async rules({ actor, db }) {
    const store = bagStore(db, bankOf(actor).bankId)
    const [lives, products, banks] = await Promise.all([livesOf(db), store.products(), store.otherBanks()])
    return { lives, products, banks }
  },

  takeIn: ({ actor, inTransaction }, { lines }) =>
    inTransaction(async (work) => ({ outcomes: await takeInLines(work, bankOf(actor), lines) })),

  recordTests: ({ actor, inTransaction }, { donations }) =>
    inTransaction(async (work) => ({ outcomes: await recordDonations(work, bankOf(actor), donations) })),

  discard: ({ actor, inTransaction }, asked) =>
    inTransaction((work) => discard(work, bankOf(actor).bankId, asked)),

  transfer: ({ actor, inTransaction }, asked) =>
    inTransaction((work) => transfer(work, bankOf(actor).bankId, asked)),

  treat: ({ actor, inTransaction }, asked) =>
    inTransaction((work) => treatBag(work, bankOf(actor).bankId, asked)),

  change: ({ actor, inTransaction }, asked) =>
    inTransaction((work) => changed(work, bankOf(actor).bankId, asked)),

  mendForm: ({ actor, inTransaction }, asked) =>
    inTransaction((work) => mendForm(work, bankOf(actor).bankId, asked)),

  nameProduct: ({ actor, inTransaction }, { code, component }) =>
    inTransaction(async (work) => {
      const { bankId, person } = bankOf(actor)
      await lockBank(work, bankId)
      const store = bagStore(work.db, bankId)
      if ((await store.products())[code] !== component) {
        await settingsWriter(work, bankId).nameProduct(code, component, person)
        await work.record({
          kind: 'product-named',
          subjectId: bankId,
          bankId,
          detail: { code, component },
        })
      }
      return { products: await store.products() }
    }),

  set: ({ actor, inTransaction }, { version, ...settings }) =>
    inTransaction(async (work) => {
      const { bankId } = bankOf(actor)
      await lockBank(work, bankId)
      const before = await bagStore(work.db, bankId).settings()
      refuse(workWords, whyNotOverWork(before, version))
      const saved = { ...settings, version: version + 1 }
      await settingsWriter(work, bankId).save(saved)
      await work.record({ kind: 'bank-works-set', subjectId: bankId, bankId, detail: settings })
      return saved
    }),

  setMinimum: ({ actor, inTransaction }, { component, bloodGroup, units }) =>
    inTransaction(async (work) => {
      const { bankId } = bankOf(actor)
      await lockBank(work, bankId)
      const writer = settingsWriter(work, bankId)
      const from = await writer.minimum(component, bloodGroup)
      if (from === units) return { units }
      await writer.setMinimum(component, bloodGroup, units)
      await work.record({
        kind: 'minimum-set',
        subjectId: bankId,
        bankId,
        detail: { component, bloodGroup, from, to: units },
      })
      return { units }
    }),
}
