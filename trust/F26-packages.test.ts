import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/children.ts'
import { billOf, type Component, type Locked, productionPackages } from '../scripts/sbom.ts'
import { figure } from './figure.ts'

const most = 150
const manifest: {
  version: string
  allowScripts: Record<string, boolean>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const lock: Record<string, Locked & { resolved?: string }> = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
).packages

const allowed = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'OFL-1.1',
]
/** Looked at one by one. */
const exceptions: Record<string, string> = {
  'png-js': 'its LICENSE is MIT, and its package.json does not say so',
  'web-push': 'MPL-2.0: binds whoever changes its own files, and these are not changed',
  '@img/sharp-libvips': 'LGPL: a library of its own that is loaded and not changed',
}

const isAllowed = ({ name, license = '' }: Component): boolean =>
  Object.keys(exceptions).some((one) => name.startsWith(one)) ||
  license
    .replaceAll(/[()]/g, '')
    .split(/ (?:AND|OR) /)
    .every((one) => allowed.includes(one))

/** What has more packages than it would need, and why it stays: see decision 63. */
const heavy: Record<string, string> = {
  '@react-pdf/renderer':
    'draws certificates and invoices with Tamil that can be searched (decisions 32 and 37)',
}

figure({
  id: 'F26',
  promise: 'known holes in packages',
  target:
    'at most 150 packages in production or a reason for what is above, no install scripts but those named, exact versions, a bill of materials',
  small: {},
  full: { parts: 1, size: {}, minutes: 1 },
  part: async () => {
    const packages = await productionPackages()
    const all = Object.entries(lock).filter(([place]) => place !== '')
    const bill = billOf(packages, manifest.version, new Date(0))
    const reached = Object.keys(heavy).flatMap((name) => reachedFrom(`node_modules/${name}`, packages))
    return {
      packages: packages.length,
      above: Math.max(0, packages.length - new Set(reached).size - most),
      heavy: new Set(reached).size,
      licences: packages.filter((one) => !isAllowed(one)).length,
      ranges: Object.values({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
        (version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
      ).length,
      withoutSum: all.filter(([, { integrity }]) => !integrity).length,
      scripts: all.filter(
        ([place, { hasInstallScript }]) =>
          hasInstallScript && existsSync(join(root, place)) && !manifest.allowScripts[place.slice(13)],
      ).length,
      listed: bill.components.filter(({ purl, hashes }) => purl && hashes).length,
    }
  },
  whyMissed: ({ packages = 0, above, licences, ranges, withoutSum, scripts, listed }) => {
    if (packages < 50) return `only ${packages} packages were found`
    if (above) return `${above} packages above ${most} without a reason`
    if (licences) return `${licences} licences that nobody looked at`
    if (ranges || withoutSum) return `${ranges} versions that are not exact, ${withoutSum} without a sum`
    if (scripts) return `${scripts} install scripts that are not named`
    return listed === packages ? null : `${listed} of ${packages} in the bill of materials`
  },
  say: ({ packages = 0, heavy: ofHeavy = 0 }) =>
    `${packages} packages in what runs, ${ofHeavy} of them to draw PDFs (decision 63), ${packages - ofHeavy} others; all in the bill of materials with their sums, exact, of allowed licences, no install script but those named. Known holes: ask \`npm audit\` where its server can be reached`,
})

function reachedFrom(place: string, packages: readonly Component[], seen = new Set<string>()): string[] {
  const one = packages.find((found) => found.place === place)
  if (!one || seen.has(place)) return [...seen]
  seen.add(place)
  for (const name of Object.keys({ ...one.dependencies, ...one.peerDependencies }))
    for (const found of [`${place}/node_modules/${name}`, `node_modules/${name}`])
      if (packages.some((other) => other.place === found)) reachedFrom(found, packages, seen)
  return [...seen]
}
