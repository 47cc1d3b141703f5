import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

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

export default defineConfig({
  root: 'web',
  plugins: [react(), compressed],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    // the content security policy allows no data: addresses and no inline script
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    // not the modules of web/api, which the browser asks for under the same name
    proxy: { '^/api/(?!.*[.]ts)': api, '/healthz': api, '/readyz': api, '/metrics': api },
  },
})
