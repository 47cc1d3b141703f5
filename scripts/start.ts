import { buildWebIfStale } from './build.ts'

if (await buildWebIfStale()) await import('../server/main.ts')
else process.exitCode = 1
