import { expect, test } from 'vitest'
import { drivingWordsEn } from './words-en.ts'
import { drivingWordsHi } from './words-hi.ts'
import { drivingWordsTa } from './words-ta.ts'

/** Every text with the way to it. */
const leaves = (words: unknown, way = ''): [string, string][] =>
  typeof words === 'string'
    ? [[way, words]]
    : Object.entries(words as object).flatMap(([name, one]) => leaves(one, `${way} ${name}`))

const gapsIn = (text: string): string => [...new Set(text.match(/\{\w+\}/g))].sort().join()
const english = new Map(leaves(drivingWordsEn))

test.each([
  ['Tamil', drivingWordsTa, /\p{Script=Tamil}|°C/u],
  ['Hindi', drivingWordsHi, /\p{Script=Devanagari}|°C/u],
] as const)(
  'AMB-115 every text a driver reads is there in %s, in its own script, with the same gaps to fill',
  (_, words, script) => {
    const all = leaves(words)
    expect(all.map(([way]) => way)).toEqual([...english.keys()])
    expect(all.filter(([way, text]) => english.get(way) !== '' && !script.test(text))).toEqual([])
    const gaps = all.filter(([way, text]) => gapsIn(text) !== gapsIn(english.get(way) ?? ''))
    expect(gaps).toEqual([])
  },
)
