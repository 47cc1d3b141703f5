import { readFileSync } from 'node:fs'
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

/** Steps up to this one were taken with every process stopped, or were looked at by hand (decision 48). */
const lastOfOld = '0037'
/** In such a step stands why the version before goes on all the same. */
const reason = /^--\s*The version before goes on: \S/m

/** What a process of the version before may still ask for, or write in its old way. */
const ends: readonly [string, RegExp][] = [
  [
    'drops something',
    /\bdrop (?!not null|default)(?:column |constraint |table |function |view |index |trigger |type )?\w/,
  ],
  ['renames something', /\brename\b/],
  ['changes a type', /\balter (?:column )?\w+ (?:set data )?type\b/],
  ['forbids nothing to be said', /\bset not null\b/],
  [
    'asks for a column that is not written yet',
    /\badd (?:column )?(?:if not exists )?\w+ (?!.*\bdefault\b).*\bnot null\b/,
  ],
  [
    'forbids what was allowed',
    /\badd (?:constraint \w+ )?(?:check|unique|foreign key|exclude)\b|\bcreate unique index\b/,
  ],
  ['changes what a function does', /\bcreate or replace (?:function|procedure|view)\b/],
]

/** What a step does to tables that were there before it. */
function endsForOthers(text: string): string[] {
  if (reason.test(text)) return []
  const said = text
    .replace(/--.*$/gm, '')
    .replace(/\$(\w*)\$.*?\$\1\$/gs, "''")
    .toLowerCase()
    .replace(/\s+/g, ' ')
  const made = [...said.matchAll(/create table (?:if not exists )?(\w+)/g)].map(([, name = '']) => name)
  const others = said.split(';').filter((statement) => {
    const on = /\b(?:alter table (?:only )?|create (?:unique )?index \w+ on |references )(\w+)/.exec(
      statement,
    )?.[1]
    return !/create table /.test(statement) && !made.includes(on ?? '')
  })
  // each clause of an `alter table` by itself: a default is one column's
  const clauses = others.flatMap((statement) => statement.split(/,(?![^(]*\))/))
  return ends.flatMap(([what, form]) => (clauses.some((clause) => form.test(clause)) ? [what] : []))
}

test('X29 the version before goes on while a migration is taken and after it, or the step says why it does all the same', () => {
  const steps = repositoryPaths().filter(
    (path) => path.startsWith(folder) && path.slice(folder.length, folder.length + 4) > lastOfOld,
  )
  const complaints = steps.flatMap((path) =>
    endsForOthers(readFileSync(path, 'utf8')).map((what) => `${path} ${what}`),
  )
  expect(complaints).toEqual([])
})

test.each([
  ['alter table requests add column ward text;', []],
  ["alter table requests add ward text not null default '', add floor int;", []],
  ['alter table requests alter column reason drop not null;', []],
  ['create table wards (id text primary key, name text not null unique);', []],
  ['create table wards (id text); create unique index wards_by_id on wards (id);', []],
  ['create index requests_by_ward on requests (ward);', []],
  ['create function ward_of(text) returns text language sql as $$ drop table requests $$;', []],
  ['alter table requests add ward text not null;', ['asks for a column that is not written yet']],
  [
    "alter table requests add a text default '', add b text not null;",
    ['asks for a column that is not written yet'],
  ],
  ['alter table requests drop column reason;', ['drops something']],
  ['drop index requests_by_ward;', ['drops something']],
  ['alter table requests rename reason to why;', ['renames something']],
  ['alter table requests alter column units type bigint;', ['changes a type']],
  ['alter table requests alter reason set not null;', ['forbids nothing to be said']],
  ["alter table requests add check (ward <> '');", ['forbids what was allowed']],
  ['create unique index one_ward on requests (ward);', ['forbids what was allowed']],
  [
    'create or replace function ward_of(text) returns text language sql as $$ $$;',
    ['changes what a function does'],
  ],
  [
    "alter table requests drop constraint status_check, add constraint status_check check (status in ('a'));",
    ['drops something', 'forbids what was allowed'],
  ],
  [
    '-- The version before goes on: nothing has asked for it since 1.2\nalter table requests drop column reason;',
    [],
  ],
])('X29 %s', (text, complaints) => {
  expect(endsForOthers(text)).toEqual(complaints)
})
