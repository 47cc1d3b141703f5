import { join } from 'node:path'
import { buildAllIfStale } from './build.ts'

// as in the image: glibc gives back what large pictures took (decision 30), told before the server's process starts
process.env.MALLOC_ARENA_MAX ??= '2'
process.env.MALLOC_MMAP_THRESHOLD_ ??= '131072'
process.env.MALLOC_TRIM_THRESHOLD_ ??= '131072'
// what was compiled once is not compiled at the next start
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../dist/compiled')

const supervisor = '../dist/server/supervisor.js'
if (await buildAllIfStale()) await import(supervisor)
else process.exitCode = 1
