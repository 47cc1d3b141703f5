import { expect, test } from 'vitest'
import { sized } from '../harness/size.ts'
import { accountsByRules } from './account/by-rules.ts'
import { accounts } from './account/model.ts'
import { bagsByRules } from './bag/by-rules.ts'
import { bags } from './bag/model.ts'
import { donorsByRules } from './donor/by-rules.ts'
import { donors } from './donor/model.ts'
import { filesByRules } from './file/by-rules.ts'
import { files } from './file/model.ts'
import { ordersByRules } from './order/by-rules.ts'
import { orders } from './order/kind.ts'
import { walkAll } from './plans.ts'
import { stockByRules } from './stock/by-rules.ts'
import { stock } from './stock/model.ts'

const worlds = sized(2_000, 60_000)
const timeout = sized(2, 15) * 60_000
const size = { worlds, lives: 1, rounds: { minLength: 1, maxLength: 16 } }
/** The newer ones are less of a tangle. */
const fewer = { ...size, worlds: worlds / 8, rounds: { minLength: 1, maxLength: 24 } }

test(`AMB-211 AMB-212 AMB-213 AMB-214 AMB-65 AMB-242 AMB-294 AMB-295 AMB-296 ${worlds} lives of an order, by the rules: everybody sees what the model says`, {
  timeout,
}, async () => {
  await walkAll(orders, ordersByRules, size)
})

test(`AMB-147 AMB-210 AMB-215 ${fewer.worlds} lives of a hospital and its accounts, by the rules`, {
  timeout,
}, async () => {
  await walkAll(accounts, accountsByRules, fewer)
})

test(`AMB-120 AMB-121 ${fewer.worlds} lives of a bank's stock, by the rules`, { timeout }, async () => {
  await walkAll(stock, stockByRules, fewer)
})

test(`AMB-138 AMB-140 AMB-141 ${fewer.worlds} lives of a donor's form, by the rules`, {
  timeout,
}, async () => {
  await walkAll(donors, donorsByRules, fewer)
})

test(`AMB-78 AMB-79 AMB-80 AMB-105 ${fewer.worlds} lives of an order's files, by the rules`, {
  timeout,
}, async () => {
  await walkAll(files, filesByRules, fewer)
})

/** Short rounds lead nowhere here: a bag is tested, held and matched before it can be issued. */
const shelves = { ...size, worlds: sized(150, 1_700), rounds: { minLength: 40, maxLength: 120 } }

test(`${shelves.worlds} shelves with two orders, by the rules: no bag in two holds, none issued expired, reactive, unfit or unmatched`, {
  timeout,
}, async () => {
  const { commands, done } = await walkAll(bags, bagsByRules, shelves)
  expect(commands).toBeGreaterThan(sized(5_000, 100_000))
  expect(done).toBeGreaterThan(commands / 5)
})
