import { defaultExclude, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { codeFiles, isTest, reachedFrom } from './checks/source.ts'

/** Runs in the second project alone: it says that the zone there is really another. */
const zoneProof = 'testing/harness/other-zone.test.ts'
/** They start nothing and leave nothing behind, so a worker reads what they import once for all of them. */
const rules = ['domain/**/*.test.ts', 'contract/**/*.test.ts', 'web/**/*.test.ts']

/**
 * Rules that reach time are tried in a second zone too; nothing else can tell where it is (checks/purity.test.ts). By
 * imports, so that a new one is not forgotten.
 */
const ofTime = [
  ...reachedFrom(
    ['domain/basics/time.ts'],
    codeFiles().filter(({ path }) => path.startsWith('domain/')),
  ),
].filter(isTest)

/** These take the longest by far: begun last, they would keep everybody waiting with one worker busy. */
const longest = [
  'server/platform/live/live.test.ts',
  'server/requests/hostile-input.test.ts',
  'server/requests/sweeping.test.ts',
  'testing/life/lives-over-http.test.ts',
  'server/people/signing-up.test.ts',
  'server/people/sign-in.test.ts',
  'server/people/proving.test.ts',
  'server/requests/plans.test.ts',
  'server/people/inviting.test.ts',
]

/** They put something in the place of a module, which nobody else may have imported before. */
const mocking = [
  'server/platform/http/errors.test.ts',
  'server/requests/raising.test.ts',
  'server/donors/submitting.test.ts',
  'server/donors/working.test.ts',
]

const stories = {
  include: ['{server,checks,testing,trust,scripts}/**/*.test.ts'],
  // one PostgreSQL for the run
  globalSetup: ['testing/harness/vitest-setup.ts'],
  setupFiles: ['testing/harness/vitest-file.ts'],
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const first = longest.flatMap((name) => sorted.filter(({ moduleId }) => moduleId.endsWith(name)))
    return [...first, ...sorted.filter((file) => !first.includes(file))]
  }
}

export default defineConfig({
  test: {
    pool: 'forks',
    // stories wait for a database more than they compute
    maxWorkers: 3,
    // for what hangs; a busy machine takes its time
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          ...stories,
          name: 'stories',
          exclude: [...defaultExclude, ...mocking, zoneProof],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...stories, name: 'stories apart', include: mocking },
      },
      {
        extends: true,
        test: { name: 'rules', include: rules, isolate: false },
      },
      {
        extends: true,
        test: {
          // the rules are India's whatever the machine's zone is: half a day away, and with summer time
          name: 'in Los Angeles',
          include: [...ofTime, zoneProof],
          env: { TZ: 'America/Los_Angeles' },
          isolate: false,
        },
      },
    ],
  },
})
