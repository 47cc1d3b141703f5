import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Arrivals, arrivals } from '../makers/arrivals.ts'

/** What somebody's system was handed. */
export type Hooked = {
  /** Behind the host: which hook it was. */
  path: string
  id: string
  headers: IncomingHttpHeaders
  text: string
  body: {
    type: string
    timestamp: string
    test?: true
    data: { topic: string; id: string; kind: string; version: number; link: string }
  }
}

export type HookBehaviour =
  | 'accept'
  | 'fail'
  | 'gone'
  | 'redirect'
  | 'hang'
  | 'take-and-hang'
  | 'late'
  | 'huge'
  | 'hang-up'
  /** Answers so, with when to come back. */
  | { code: number; retryAfter: string }

export type HookPeer = Arrivals<Hooked> & {
  /** For OUTGOING_NETWORKS: it stands on the loopback. */
  settings: { OUTGOING_NETWORKS: string }
  url(path: string): string
  /** What each path was asked so far, taken or not. */
  tries(path: string): number
  /** How many calls of a path it had to answer at the same time, at the most. */
  mostAtOnce(path: string): number
  /** Of one path, or of all that were told nothing else. */
  behave(behaviour: HookBehaviour, path?: string): void
  close(): Promise<void>
}

/** Somebody's system on the loopback, which takes what hooks bring, or does not. */
export async function hookPeer(): Promise<HookPeer> {
  const hooked = arrivals<Hooked>('hook')
  const tries = new Map<string, number>()
  const underWay = new Map<string, { now: number; most: number }>()
  const behaviours = new Map<string, HookBehaviour>()
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await textOf(request)
    const path = request.url ?? ''
    tries.set(path, (tries.get(path) ?? 0) + 1)
    countWhile(path, response)
    const behaviour = behaviours.get(path) ?? behaviours.get('') ?? 'accept'
    if (typeof behaviour === 'object')
      return void response.writeHead(behaviour.code, { 'retry-after': behaviour.retryAfter }).end()
    if (behaviour === 'hang') return
    if (behaviour === 'hang-up') return void request.socket.destroy()
    if (behaviour === 'redirect')
      return void response.writeHead(307, { location: `${origin}/elsewhere` }).end()
    if (behaviour === 'fail' || behaviour === 'gone')
      return void response.writeHead(behaviour === 'fail' ? 500 : 410).end()
    hooked.add({
      ...{ path, text, headers: request.headers, body: JSON.parse(text) },
      id: String(request.headers['webhook-id']),
    })
    if (behaviour === 'take-and-hang') return
    if (behaviour === 'late') await new Promise((resolve) => setTimeout(resolve, 700))
    if (behaviour !== 'huge') return void response.writeHead(204).end()
    response.writeHead(200)
    const pour = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    }
    response.on('drain', pour)
    pour()
  }

  function countWhile(path: string, response: ServerResponse): void {
    const count = underWay.get(path) ?? { now: 0, most: 0 }
    underWay.set(path, count)
    count.most = Math.max(count.most, ++count.now)
    response.on('close', () => count.now--)
  }

  return {
    all: hooked.all,
    next: hooked.next,
    find: hooked.find,
    settings: { OUTGOING_NETWORKS: '127.0.0.0/8' },
    url: (path) => `${origin}${path}`,
    tries: (path) => tries.get(path) ?? 0,
    mostAtOnce: (path) => underWay.get(path)?.most ?? 0,
    behave: (behaviour, path = '') => void behaviours.set(path, behaviour),
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
