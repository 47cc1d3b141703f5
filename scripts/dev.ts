/** The server, started again at each change, behind Vite with hot reload: one address, one Ctrl-C. */
import { spawn } from 'node:child_process'
import { createServer as createProbe } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'vite'

const root = join(import.meta.dirname, '..')
const port = Number(process.env.PORT ?? 3000)
const publicUrl = process.env.PUBLIC_URL ?? `http://localhost:${port}`
const serverPort = await freePort()

process.env.API_URL = `http://127.0.0.1:${serverPort}`
const vite = await createServer({
  configFile: join(root, 'vite.config.ts'),
  server: { port, strictPort: true, host: process.env.HOST ?? '127.0.0.1' },
  clearScreen: false,
})
try {
  await vite.listen()
} catch (error) {
  console.error(
    `\n${(error as Error).message.includes('already in use') ? `Port ${port} is taken by another program. Free it, or set PORT to another number.` : error}`,
  )
  process.exit(1)
}

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  cwd: root,
  env: { ...process.env, PORT: String(serverPort), HOST: '127.0.0.1', PUBLIC_URL: publicUrl },
  stdio: ['ignore', 'inherit', 'inherit'],
  detached: true,
})
server.on('exit', async (code) => {
  await vite.close()
  process.exit(isStopping ? 0 : (code ?? 1))
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)

let isStopping = false
/** Once: npm passes on a Ctrl-C that the terminal has already sent. */
function stop() {
  if (!isStopping) server.kill('SIGTERM')
  isStopping = true
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createProbe().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
