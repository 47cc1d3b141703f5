import { expect, test } from 'vitest'
import { repositoryPaths } from './source.ts'

const folder = 'server/db/migrations/'

/** Sorted names in, complaints out: 0001_words.sql, then 0002, each number once. */
function outOfStep(names: string[]): string[] {
  const malformed = names.filter((name) => !/^\d{4}_[a-z0-9]+(_[a-z0-9]+)*\.sql$/.test(name))
  const misplaced = names.filter((name, index) => Number(name.slice(0, 4)) !== index + 1)
  return [...new Set([...malformed, ...misplaced])]
}

test('migrations are numbered from 0001 without gaps or doubles', () => {
  const names = repositoryPaths()
    .filter((path) => path.startsWith(folder))
    .map((path) => path.slice(folder.length))
  expect(names).not.toEqual([])
  expect(outOfStep(names)).toEqual([])
})

test.each([
  ['a gap', ['0001_people.sql', '0003_requests.sql'], ['0003_requests.sql']],
  ['a double', ['0001_people.sql', '0001_requests.sql'], ['0001_requests.sql']],
  ['a late beginning', ['0002_people.sql'], ['0002_people.sql']],
  ['a name without words', ['0001.sql'], ['0001.sql']],
  ['a name with capitals', ['0001_People.sql'], ['0001_People.sql']],
  ['another kind of file', ['0001_people.ts'], ['0001_people.ts']],
  ['nothing wrong', ['0001_people.sql', '0002_request_events.sql'], []],
])('%s', (_, names, complaints) => {
  expect(outOfStep(names)).toEqual(complaints)
})
