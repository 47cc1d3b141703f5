import { afterAll, beforeEach, expect, test } from 'vitest'
import { freePort } from '#testing/harness/process.ts'
import { placesPeer } from '#testing/peers/places.ts'
import { kept, placesByGoogle, placesOf } from './places.ts'

const peer = await placesPeer()
afterAll(() => peer.close())
const lines: string[] = []
const log = (line: object, text: string) => void lines.push(`${JSON.stringify(line)} ${text}`)
beforeEach(() => {
  peer.behave('answer')
  peer.asked.length = 0
  peer.calls.length = 0
  lines.length = 0
})

test('API-03 without a key the list of our own answers', async () => {
  const [first] = await placesOf(null, log)('mylap')
  expect(first?.description).toBe('Mylapore, Chennai, Tamil Nadu 600004, India')
  expect(peer.asked).toEqual([])
})

test('API-03 with a key Google answers, in India', async () => {
  expect(await placesOf(peer, log)('  Mylap  ')).toEqual([
    { description: 'Mylap, in', place_id: 'ChIJ-Mylap' },
  ])
})

test('API-03 an answer is remembered for ten minutes', async () => {
  let now = 0
  const find = kept(placesByGoogle(peer), () => now)
  await find('adyar')
  now = 599_999
  await find('adyar')
  expect(peer.asked).toEqual(['adyar'])
  now = 600_001
  await find('adyar')
  expect(peer.asked).toEqual(['adyar', 'adyar'])
})

test('API-03 only so many answers are remembered, the latest', async () => {
  let asked = 0
  const find = kept(async (address) => {
    asked++
    return [{ description: address, place_id: '' }]
  })
  for (let at = 0; at < 600; at++) await find(`place ${at}`)
  await find('place 599')
  await find('place 100')
  expect(asked).toBe(600)
  await find('place 0')
  expect(asked).toBe(601)
})

test.each(['fail', 'hang', 'nonsense', 'flood', 'redirect'] as const)(
  'AMB-155 T30 T67 a service that does %s suggests nothing, within 2 s, and is written to the log',
  async (behaviour) => {
    peer.behave(behaviour)
    const find = placesOf(peer, log)
    const began = performance.now()
    expect(await find('adyar')).toEqual([])
    expect(performance.now() - began).toBeLessThan(4_000)
    expect(lines).toEqual([expect.stringContaining('the address look-up does not answer')])
    expect(lines.join()).not.toContain(peer.key)
    expect(peer.calls).toEqual(['POST /v1/places:autocomplete'])
    peer.behave('answer')
    expect(await find('adyar')).toHaveLength(1)
  },
)

test('AMB-155 a service that is away or refuses the key suggests nothing', async () => {
  const away = { ...peer, url: `http://127.0.0.1:${await freePort()}` }
  expect(await placesOf(away, log)('adyar')).toEqual([])
  expect(await placesOf({ ...peer, key: 'another' }, log)('adyar')).toEqual([])
  expect(lines).toHaveLength(2)
})
