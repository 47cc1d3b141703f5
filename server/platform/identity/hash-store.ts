import type { Pool } from 'pg'

export const hashStore = (pool: Pool) => ({
  /** By what stood there, so that a password that was changed meanwhile stays. Its salt makes every hash another. */
  replace: (hash: string, anew: string) =>
    pool.query('update credentials set password = $1 where password = $2', [anew, hash]),
})
