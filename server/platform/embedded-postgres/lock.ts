import { createHash } from 'node:crypto'
import { stat, unlink } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartError } from './errors.ts'

/**
 * Keeps the data folder for this process alone until `release`. A listening socket is the lock: the system
 * drops it with the process, even after kill -9, so it cannot go stale, and whoever comes second asks it
 * for the pid of the first.
 */
export async function holdFolder(folder: string): Promise<{ release(): Promise<void> }> {
  const address = await lockAddress(folder)
  for (let attempt = 0; attempt < 3; attempt++) {
    const server = await listen(address)
    if (server) return { release: () => new Promise((resolve) => server.close(() => resolve())) }
    const holder = await askHolder(address)
    if (holder !== 'gone') {
      throw new StartError(`The data folder ${folder} is in use by another Crossmatch (process ${holder}).`)
    }
    if (!isAbstract(address)) await unlink(address).catch(() => {})
  }
  throw new StartError(
    `The data folder ${folder} is in use by another Crossmatch that is starting or stopping.`,
  )
}

/** Named after the folder's inode, so that links and bind mounts to one folder meet in one lock. */
async function lockAddress(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder, { bigint: true })
  const key = createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 24)
  return process.platform === 'linux' ? `\0crossmatch-${key}` : join(tmpdir(), `crossmatch-${key}.sock`)
}

const isAbstract = (address: string) => address.startsWith('\0')

function listen(address: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.end(String(process.pid))
    })
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    server.listen({ path: address, exclusive: true }, () => resolve(server.unref()))
  })
}

function askHolder(address: string): Promise<string | 'gone'> {
  return new Promise((resolve) => {
    const socket = connect(address).setEncoding('utf8')
    let answer = ''
    socket.setTimeout(2000, () => socket.destroy())
    socket.on('data', (text) => {
      answer += text
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') resolve('gone')
    })
    socket.on('close', () => resolve(/^\d+$/.test(answer) ? answer : 'unknown'))
  })
}

/** A port of the loopback that nobody listens on at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
