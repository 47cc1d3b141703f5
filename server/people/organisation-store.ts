import { ownHospitals } from '#domain/people/roles.ts'
import type { Db } from '../db/database.ts'

/** Whom the provider's screens let one choose from, by name. */
export function organisationStore(db: Db) {
  const choices = (kind: 'hospital' | 'bank') =>
    db
      .selectFrom('organisations')
      .select(['id', 'name', 'isListed'])
      .where('kind', '=', kind)
      .orderBy('name')
      .orderBy('id')

  return {
    hospitals: () =>
      choices('hospital')
        .where('id', 'not in', [...ownHospitals])
        .execute(),

    banks: () => choices('bank').execute(),

    drivers: () =>
      db.selectFrom('drivers').select(['email', 'name', 'phone']).orderBy('name').orderBy('email').execute(),
  }
}
