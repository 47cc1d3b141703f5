import { test } from 'vitest'
import { worldOfRules } from './by-rules.ts'
import { walkAll } from './plans.ts'

test('AMB-211 AMB-212 AMB-213 AMB-214 AMB-65 20,000 lives of an order, by the rules: everybody sees what the model says', async () => {
  await walkAll(worldOfRules, { worlds: 20_000, orders: 1, rounds: { minLength: 1, maxLength: 16 } })
}, 120_000)
