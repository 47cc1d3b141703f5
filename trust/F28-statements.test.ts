import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { levelsIn, proofs, unprovedIn } from '../checks/requirements.ts'
import { root } from '../checks/source.ts'
import { tellFault } from './access/judging.ts'
import { figure } from './figure.ts'

figure({
  id: 'F28',
  promise: 'statements of the specification that a test names',
  target: 'all 487, each by a test of every level that it asks for: a rule, a call, a scene in the browser',
  small: {},
  full: { parts: 1, size: {}, minutes: 1 },
  async part() {
    const rows = levelsIn(readFileSync(join(root, 'docs/requirements-rows.md'), 'utf8'))
    const wanted = rows.flatMap(([, levels]) => levels)
    const unproved = unprovedIn(rows, proofs())
    for (const which of unproved) tellFault(which, 'no test of that level names it')
    return { rows: rows.length, wanted: wanted.length, unproved: unproved.length }
  },
  whyMissed({ rows, unproved = 0 }) {
    if (rows !== 487) return `${rows} statements, and not 487`
    return unproved > 0 ? `${unproved} times no test names one at a level that it asks for` : null
  },
  say: ({ rows, wanted = 0, unproved = 0 }) =>
    `${rows} statements, ${wanted - unproved} of ${wanted} times named by a test of the level`,
})
