import { expect, test } from 'vitest'
import { quickest } from '#testing/harness/quickest.ts'
import { gazetteer } from './gazetteer.ts'

const ask = gazetteer()
const descriptions = async (address: string) => (await ask(address)).map(({ description }) => description)

test.each([
  ['mylap', 'Mylapore, Chennai, Tamil Nadu 600004, India'],
  ['MYLAPORE', 'Mylapore, Chennai, Tamil Nadu 600004, India'],
  ['chennai', 'Chennai, Tamil Nadu, India'],
  ['chennai tamil', 'Chennai, Tamil Nadu, India'],
  ['tamil chennai', 'Chennai, Tamil Nadu, India'],
  ['Chennai, India', 'Chennai, Tamil Nadu, India'],
  ['bengalūru', 'Bengaluru, Karnataka, India'],
  ['adyar chennai', 'Adyar, Chennai, Tamil Nadu 600020, India'],
  ['adyar maharashtra', 'Adyar, Bhandara, Maharashtra 441903, India'],
  ['600086', 'Gopalapuram, Chennai, Tamil Nadu 600086, India'],
  ['anna nagar chen', 'Anna Nagar, Chennai, Tamil Nadu 600040, India'],
  ['paris', 'Paris, France'],
  ['zürich', 'Zürich, Switzerland'],
])('API-03 %j is first of all %s', async (address, first) => {
  expect((await descriptions(address))[0]).toBe(first)
})

test('API-03 by district: what lies in it is suggested too', async () => {
  const all = await descriptions('chennai')
  expect(all).toContain('Adyar, Chennai, Tamil Nadu 600020, India')
})

test('API-03 by state: its large towns', async () => {
  expect(await descriptions('kerala')).toContain('Thiruvananthapuram, Kerala, India')
})

test('API-03 India comes first, and at most eight', async () => {
  const all = await descriptions('lond')
  expect(all).toContain('Londa, Karnataka, India')
  expect(all.indexOf('London, United Kingdom')).toBeGreaterThan(all.indexOf('Londa, Karnataka, India'))
  expect(await ask('nagar')).toHaveLength(8)
})

test('API-03 what was typed before the place stays as it was typed', async () => {
  expect(await ask('14 Cathedral Road, Gopalapuram, Chennai')).toEqual([
    {
      description: '14 Cathedral Road, Gopalapuram, Chennai, Tamil Nadu 600086, India',
      place_id: 'gopalapuram-chennai-tamil-nadu-600086-india',
    },
  ])
  expect((await descriptions('Firm Hospital, (new block) no. 7/2 mylapor'))[0]).toBe(
    'Firm Hospital, (new block) no. 7/2, Mylapore, Chennai, Tamil Nadu 600004, India',
  )
})

test.each(['', ' ', 'x', '.,-/', 'a b c d', 'india', 'zzzzqqq', '😀', "'; drop table", 'apore'])(
  'API-03 %j suggests nothing',
  async (address) => {
    expect(await ask(address)).toEqual([])
  },
)

test('API-03 every suggestion has both keys, and no two the same id', async () => {
  for (const address of ['na', 'salem', 'new', 'raj']) {
    const found = await ask(address)
    expect(found, address).not.toEqual([])
    expect(new Set(found.map((one) => one.place_id)).size).toBe(found.length)
    for (const one of found) expect(Object.keys(one).sort()).toEqual(['description', 'place_id'])
  }
})

test('T66 API-03 the worst that can be typed is answered soon', async () => {
  const worst = ['in '.repeat(66), 'a'.repeat(200), 'a '.repeat(100), 'na '.repeat(66), '('.repeat(200)]
  for (const address of worst) expect(await quickest(() => ask(address)), address).toBeLessThan(500)
})

test('a list that cannot be read is a failure, not an empty list', async () => {
  await expect(gazetteer('none.tsv')('chennai')).rejects.toThrow('ENOENT')
})
