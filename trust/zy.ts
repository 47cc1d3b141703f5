import { appendFileSync } from 'node:fs'
import { startTestPostgres } from '../testing/harness/postgres.ts'
import { rulesWithoutWord, storesWithoutScope } from './mutants.ts'
import { killedBy, roundsFor } from './running-mutants.ts'

const which = process.argv[2]
const all = which === 'rules' ? rulesWithoutWord() : storesWithoutScope()
const from = Number(process.argv[3] ?? 0),
  to = Number(process.argv[4] ?? all.length)
const pg = which === 'scopes' ? await startTestPostgres() : null
for (const one of all.slice(from, to)) {
  const t = performance.now()
  const by = await killedBy(one)
  appendFileSync(
    `/tmp/h2mut-${which}.txt`,
    `${by === null ? 'LIVES' : `dies ${by}`} ${one.what} ${((performance.now() - t) / 1000).toFixed(1)}s ${roundsFor(one).map((r) => r.length)}\n`,
  )
}
await pg?.stop()
process.exit(0)
