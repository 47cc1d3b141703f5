import type { Work } from '../db/work.ts'

/** Whether the hospital wants another admin to approve than who raised: as it stands when the request is decided. */
export async function needsFourEyes({ db }: Work, hospitalId: string): Promise<boolean> {
  const found = await db
    .selectFrom('organisations')
    .select('needsFourEyes')
    .where('id', '=', hospitalId)
    .executeTakeFirst()
  return found?.needsFourEyes ?? false
}

/** False if it was so already. Holds the row, whose events are one chain. */
export async function setFourEyes({ db }: Work, hospitalId: string, isNeeded: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('organisations')
    .set({ needsFourEyes: isNeeded })
    .where('id', '=', hospitalId)
    .where('needsFourEyes', '<>', isNeeded)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
