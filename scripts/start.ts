import { buildWebIfStale } from './build.ts'

// as in the image: glibc gives back what large pictures took (decision 30), told before the server's process starts
process.env.MALLOC_ARENA_MAX ??= '2'
process.env.MALLOC_MMAP_THRESHOLD_ ??= '131072'
process.env.MALLOC_TRIM_THRESHOLD_ ??= '131072'

if (await buildWebIfStale()) await import('../server/supervisor.ts')
else process.exitCode = 1
