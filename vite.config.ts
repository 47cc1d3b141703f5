import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, type UserConfig } from 'vite'
import { fewFiles } from './scripts/few-files.ts'

const api = process.env.API_URL ?? 'http://127.0.0.1:3000'

/** Compressed once here, so that the server need not do it for every visitor. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  writeBundle({ dir = '' }, bundle) {
    for (const name of Object.keys(bundle).filter((file) => /\.(js|css|svg)$/.test(file))) {
      const bytes = readFileSync(join(dir, name))
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(bytes))
      writeFileSync(join(dir, `${name}.gz`), gzipSync(bytes, { level: 9 }))
    }
  },
}

/** As the server does it: the pages of donors have a document of their own. */
const donorPages: Plugin = {
  name: 'donor-pages',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      request.url = request.url?.replace(/^\/(consent|terms|privacy)(?=\?|$)/, '/consent.html')
      next()
    })
  },
}

const shared = {
  root: 'web',
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

/** A build of its own: shared with the dashboard, it would come in twenty pieces, each a way to the server and back. */
const donorBuild: Plugin = {
  name: 'donor-build',
  apply: 'build',
  async closeBundle(error) {
    if (error) return
    const { logLevel, build: before } = this.environment.config
    await build({
      ...shared,
      configFile: false,
      logLevel: logLevel ?? 'info',
      plugins: [react(), compressed],
      build: {
        ...shared.build,
        outDir: before.outDir,
        emptyOutDir: false,
        rolldownOptions: { input: 'web/consent.html' },
      },
    })
  },
}

export default defineConfig({
  ...shared,
  plugins: [react(), compressed, donorPages, donorBuild],
  build: { ...shared.build, rolldownOptions: { output: { codeSplitting: fewFiles() } } },
  server: {
    // not the modules of web/api, which the browser asks for under the same name
    proxy: { '^/api/(?!.*[.]ts)': api, '/healthz': api, '/readyz': api, '/metrics': api },
  },
})
