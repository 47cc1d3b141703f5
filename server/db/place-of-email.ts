import { sql } from 'kysely'

/** As in its index: all of an e-mail that can be the id of a hospital or bank. */
export const placeOfEmail = sql<string>`split_part(split_part(accounts.email, '@', 1), '_', 1)`
