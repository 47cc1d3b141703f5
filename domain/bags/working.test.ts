import { expect, test } from 'vitest'
import { conflictsIn } from '#testing/makers/rules.ts'
import { usualWork, whyNotOverWork, workWords } from './working.ts'

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(workWords)).toEqual(['work-changed'])
})

test('a bank that has said nothing keeps no bags; a tube is good for three days', () => {
  expect(usualWork).toEqual({
    keepsBags: false,
    secondChecker: false,
    sampleHours: 72,
    spareHours: 4,
    version: 0,
  })
})

test('whoever changes how a bank works has seen it as it is', () => {
  expect(whyNotOverWork({ version: 3 }, 3)).toBeNull()
  expect(whyNotOverWork({ version: 3 }, 2)).toEqual({ code: 'work-changed' })
})
