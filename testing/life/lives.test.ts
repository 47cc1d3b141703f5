import { test } from 'vitest'
import { sized } from '../harness/size.ts'
import { worldOfRules } from './by-rules.ts'
import { walkAll } from './plans.ts'

const worlds = sized(2_000, 60_000)

test(`AMB-211 AMB-212 AMB-213 AMB-214 AMB-65 ${worlds} lives of an order, by the rules: everybody sees what the model says`, {
  timeout: sized(2, 15) * 60_000,
}, async () => {
  await walkAll(worldOfRules, { worlds, orders: 1, rounds: { minLength: 1, maxLength: 16 } })
})
