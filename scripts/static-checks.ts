import { availableParallelism } from 'node:os'
import { run } from './children.ts'

export type StaticCheck = { title: string; script: string; args: string[] }

/** Who is compiled again after a change in a folder; a file elsewhere is one of the tests and tools. */
const compiledAfter: Record<string, string[]> = {
  domain: ['.', 'server', 'web', 'contract', 'domain'],
  contract: ['.', 'server', 'web', 'contract'],
  server: ['.', 'server'],
  web: ['.', 'web'],
}

/** The slowest first: begun last, it would keep everybody waiting. */
export function allChecks(): StaticCheck[] {
  const [tests, ...rest] = (compiledAfter.domain ?? []).map(typesOf)
  const unused = { title: 'unused code and packages', script: 'knip/bin/knip.js', args: ['--no-progress'] }
  return [...(tests ? [tests] : []), unused, ...rest, lint([])]
}

/** Unused code shows in the whole alone, so nobody looks for it here. */
export function checksOf(changed: string[]): StaticCheck[] {
  const code = changed.filter((path) => /\.tsx?$/.test(path))
  const projects = new Set(code.flatMap((path) => compiledAfter[path.split('/')[0] ?? ''] ?? ['.']))
  return [...[...projects].map(typesOf), ...(changed.length > 0 ? [lint(changed)] : [])]
}

/** What was found out the last time is kept: a compiler that has seen the rest looks at what changed. */
const typesOf = (project: string): StaticCheck => ({
  title: `types of ${project === '.' ? 'the tests and tools' : project}`,
  script: 'typescript/bin/tsc',
  args: [
    ...['-p', `${project}/tsconfig.json`, '--incremental'],
    ...['--tsBuildInfoFile', `node_modules/.cache/types/${project === '.' ? 'tests' : project}.json`],
  ],
})

const lint = (files: string[]): StaticCheck => ({
  title: 'lint and format',
  script: '@biomejs/biome/bin/biome',
  args: ['check', ...(files.length > 0 ? ['--no-errors-on-unmatched'] : []), ...files],
})

/** Side by side, as many as there are cores. What one has to say is told when it is done, and not between others' lines. */
export async function runChecks(
  checks: StaticCheck[],
  tell: (title: string, isGood: boolean, said: string, seconds: number) => void,
): Promise<void> {
  const waiting = [...checks]
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const started = performance.now()
      const { code, said } = await run(check.script, check.args, { isQuiet: true })
      tell(check.title, code === 0, said.trim(), (performance.now() - started) / 1000)
    }
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, worker))
}
