import type { BankSettings } from '#contract/bags.ts'
import type { ShelfComponent, ShelfGroup } from '#domain/bags/kinds.ts'
import type { Work } from '../db/work.ts'

/** Writing, of one bank, which is locked before. */
export const settingsWriter = ({ db, now }: Work, bankId: string) => ({
  async save(settings: BankSettings): Promise<void> {
    await db
      .insertInto('bankSettings')
      .values({ bankId, ...settings })
      .onConflict((before) => before.column('bankId').doUpdateSet(settings))
      .execute()
  },

  async nameProduct(code: string, component: ShelfComponent, saidBy: string): Promise<void> {
    const said = { component, saidAt: now, saidBy }
    await db
      .insertInto('productCodes')
      .values({ bankId, code, ...said })
      .onConflict((before) => before.columns(['bankId', 'code']).doUpdateSet(said))
      .execute()
  },

  async minimum(component: ShelfComponent, bloodGroup: ShelfGroup): Promise<number | null> {
    const row = await db
      .selectFrom('stockMinimums')
      .select('units')
      .where('bankId', '=', bankId)
      .where('component', '=', component)
      .where('bloodGroup', '=', bloodGroup)
      .executeTakeFirst()
    return row?.units ?? null
  },

  async setMinimum(component: ShelfComponent, bloodGroup: ShelfGroup, units: number | null): Promise<void> {
    if (units === null) {
      await db
        .deleteFrom('stockMinimums')
        .where('bankId', '=', bankId)
        .where('component', '=', component)
        .where('bloodGroup', '=', bloodGroup)
        .execute()
      return
    }
    await db
      .insertInto('stockMinimums')
      .values({ bankId, component, bloodGroup, units })
      .onConflict((before) => before.columns(['bankId', 'component', 'bloodGroup']).doUpdateSet({ units }))
      .execute()
  },
})
