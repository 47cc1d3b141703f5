import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { notFound } from './refuse.ts'

const isLoopback = (ip: string): boolean => ip === '127.0.0.1' || ip === '::1' || ip === '::ffff:127.0.0.1'

/** `/healthz`: the process runs. `/readyz`: it can serve. `/metrics`: figures, for this machine or with the token. */
export function serveHealth(
  app: FastifyInstance,
  parts: {
    isReady: () => Promise<boolean>
    liveStreams: () => number
    metricsToken: string | undefined
    isProxied: boolean
  },
): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_seconds',
    help: 'How long calls took',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5],
    registers: [registry],
  })
  new Gauge({
    name: 'live_streams',
    help: 'Open live streams',
    registers: [registry],
    collect() {
      this.set(parts.liveStreams())
    },
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  app.get('/healthz', { logLevel: 'warn' }, () => ({ ok: true }))
  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    const ok = await parts.isReady()
    return reply.status(ok ? 200 : 503).send({ ok })
  })
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    // behind a proxy on the same machine everybody would come from it
    const isNear =
      !parts.isProxied &&
      isLoopback(request.socket.remoteAddress ?? '') &&
      !request.headers['x-forwarded-for']
    const hasToken = parts.metricsToken && request.headers.authorization === `Bearer ${parts.metricsToken}`
    if (!isNear && !hasToken) throw notFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
