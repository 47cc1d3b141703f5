/**
 * Starts the server and starts it again when it dies: `npm start` and the image run this. It does nothing else, so that
 * there is next to nothing in it to die of.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { extname, join } from 'node:path'

const main = join(import.meta.dirname, `main${extname(import.meta.filename)}`)
/** Errors tell the line of the source. */
const flags = ['--enable-source-maps']
const firstWaitMs = 500
const longestWaitMs = 30_000
/** One that served for this long died of something new; how long it took to start says nothing. */
const goodRunMs = 60_000

let child: ChildProcess | null = null
let waiting: NodeJS.Timeout | null = null
let wasServing = false
let waitMs = firstWaitMs
let isStopping = false

function start(): void {
  waiting = null
  let servingSince = Number.POSITIVE_INFINITY
  const server = spawn(process.execPath, [...flags, ...process.execArgv, main, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  child = server
  // the one thing it ever says
  server.on('message', () => {
    wasServing = true
    servingSince = performance.now()
  })
  server.on('error', (error) => leave(1, `The server could not be started: ${error.message}`))
  server.on('exit', (code, signal) => {
    child = null
    if (isStopping || code === 0) return leave(code ?? (signal === 'SIGKILL' ? 1 : 0))
    // the first start has said what is wrong with it, and trying again would not mend it
    if (!wasServing)
      return leave(code ?? 1, signal ? `The server ${wordsFor(code, signal)} at its start.` : '')
    if (performance.now() - servingSince > goodRunMs) waitMs = firstWaitMs
    say(`The server ${wordsFor(code, signal)}. It is started again in ${waitMs / 1_000} s.`)
    waiting = setTimeout(start, waitMs)
    waitMs = Math.min(waitMs * 2, longestWaitMs)
  })
}

const wordsFor = (code: number | null, signal: NodeJS.Signals | null): string =>
  signal ? `was ended by ${signal}` : `ended with code ${code}`

const say = (line: string): void => void process.stderr.write(`${new Date().toISOString()} ${line}\n`)

function leave(code: number, line = ''): void {
  if (line !== '') say(line)
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isStopping = true
    if (waiting) leave(0)
    child?.kill(signal)
  })
}
start()
