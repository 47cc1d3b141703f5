import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, type UserConfig } from 'vite'
import { documentFor, lightPages } from './contract/light-pages.ts'
import { chunkLayers } from './scripts/chunk-layers.ts'

const api = process.env.API_URL ?? 'http://127.0.0.1:3000'

/** Compressed once here, so that the server need not do it for every visitor. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  writeBundle({ dir = '' }, bundle) {
    for (const name of Object.keys(bundle).filter((file) => /\.(js|css|svg|wasm)$/.test(file))) {
      const bytes = readFileSync(join(dir, name))
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(bytes))
      writeFileSync(join(dir, `${name}.gz`), gzipSync(bytes, { level: 9 }))
    }
  },
}

/** As the server does it: some pages have a document of their own. */
const ownDocuments: Plugin = {
  name: 'own-documents',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      const document = documentFor(request.url ?? '')
      if (document !== 'index.html') request.url = `/${document}`
      next()
    })
  },
}

const shared = {
  root: 'web',
  // zod would try whether it may compile code, which the content security policy forbids and a browser reports
  define: { 'globalThis.__zod_globalConfig': '{"jitless":true}' },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    // the content security policy allows no data: addresses and no inline script
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
} satisfies UserConfig

/** Builds of their own: shared with the dashboard, they would come in twenty pieces, each a round trip. */
const lightBuilds: Plugin = {
  name: 'light-builds',
  apply: 'build',
  async closeBundle(error) {
    if (error) return
    const { logLevel, build: before } = this.environment.config
    const built = (input: string, more: UserConfig = {}) =>
      build({
        ...shared,
        ...more,
        configFile: false,
        logLevel: logLevel ?? 'info',
        plugins: [react(), compressed],
        build: {
          ...shared.build,
          ...more.build,
          outDir: before.outDir,
          emptyOutDir: false,
          rolldownOptions: {
            input,
            // the shapes that a page does not use are left out, and their library with them
            treeshake: { manualPureFunctions: ['z'] },
            ...more.build?.rolldownOptions,
          },
        },
      })
    for (const { document } of lightPages) {
      const made = await built(`web/${document}`)
      const worker = offline[document]
      if (worker) await built(`web/${worker}.ts`, workerOf(made, `${worker}.js`))
    }
    await built('web/dashboard-worker.ts', workerNamed('dashboard-worker.js'))
  },
}

/** Pages that open without a signal, and what keeps them. */
const offline: Partial<Record<(typeof lightPages)[number]['document'], string>> = {
  'driver.html': 'driver-worker',
  'verify.html': 'verify-worker',
}

/** Stands under a name that never changes, and knows what this build of the page is made of. */
function workerOf(made: Awaited<ReturnType<typeof build>>, file: string): UserConfig {
  const files = [made].flat().flatMap((one) => ('output' in one ? one.output : []))
  const name = createHash('sha256')
  for (const one of files) name.update(one.fileName).update(one.type === 'asset' ? one.source : one.code)
  // letters of other scripts are kept once they were needed
  const needed = files
    .map(({ fileName }) => fileName)
    .filter((one) => /\.(js|css)$|inter-latin-wght/.test(one))
  return {
    define: {
      __PAGE_FILES__: JSON.stringify(needed.map((one) => `/${one}`).sort()),
      __PAGE_BUILD__: JSON.stringify(name.digest('hex').slice(0, 16)),
    },
    ...workerNamed(file),
  }
}

const workerNamed = (file: string): UserConfig => ({
  publicDir: false,
  build: { rolldownOptions: { output: { format: 'iife', entryFileNames: file } } },
})

export default defineConfig({
  ...shared,
  plugins: [react(), compressed, ownDocuments, lightBuilds],
  build: { ...shared.build, rolldownOptions: { output: { codeSplitting: chunkLayers() } } },
  worker: { format: 'es' },
  server: {
    // not the modules of web/api, which the browser asks for under the same name
    proxy: { '^/api/(?!.*[.]ts)': api, '/healthz': api, '/readyz': api, '/metrics': api },
  },
})
