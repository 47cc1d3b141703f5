import { expect, test } from 'vitest'
import { read, repositoryPaths, type Source } from './source.ts'

const own = 'checks/alone.test.ts'

/** The machine a line was written on, or a neighbour folder, has no place in a clone. */
const elsewhere: [RegExp, string][] = [
  [/(?<![\w.])\.\.\/shared(?![\w.-])/, 'a neighbour folder'],
  [/(?<![\w.*}-]|\w\/)\/work\//, 'a folder of one machine'],
  [/(?<![\w.*}-]|\w\/)\/(root|Users)\//, 'a home folder'],
  [/(?<![\w.*}-]|\w\/)\/home\/(?!node\b)\w+/, 'a home folder'],
  [/\b[A-Z]:\\\\?Users\\/, 'a home folder'],
]

function leaningsOf({ path, text }: Source): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      elsewhere.filter(([shape]) => shape.test(line)).map(([, what]) => `${path}:${index + 1} names ${what}`),
    )
}

/** A lock file with hosts in it installs from one registry only. */
const lockedHosts = (lock: string): string[] => lock.match(/"resolved":\s*"(?!file:)[^"]*"/g) ?? []

test('no file refers to a place outside the repository', () => {
  const texts = repositoryPaths().filter(
    (path) => path !== own && !/\.(png|jpe?g|ico|woff2?|pdf|gz|zip)$/.test(path),
  )
  expect(texts.map(read).flatMap(leaningsOf)).toEqual([])
})

test('package-lock.json names no registry', () => {
  expect(lockedHosts(read('package-lock.json').text)).toEqual([])
})

test.each([
  "import x from '../shared/x.ts'",
  'see /work/main/notes',
  "const data = '/root/data'",
  'cp x /home/anna/x',
  'file:///Users/anna/x',
  'C:\\Users\\anna',
])('leans on elsewhere: %s', (text) => {
  expect(leaningsOf({ path: 'a.ts', text })).not.toEqual([])
})

test.each([
  "import x from '../shared.ts'",
  'GET /api/work/1',
  'WORKDIR /home/node/app',
  'docs/work/notes.md',
  "const root = join(here, '..')",
])('stands alone: %s', (text) => {
  expect(leaningsOf({ path: 'a.ts', text })).toEqual([])
})

test('a registry in a lock file is seen', () => {
  expect(
    lockedHosts('{ "resolved": "https://registry.example/x.tgz", "integrity": "sha512-x" }'),
  ).toHaveLength(1)
  expect(lockedHosts('{ "version": "1.0.0", "integrity": "sha512-x" }')).toEqual([])
})
