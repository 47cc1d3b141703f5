import { buildWebIfStale } from './build.ts'

if (await buildWebIfStale()) await import('../server/supervisor.ts')
else process.exitCode = 1
