import { afterAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { hooks } from '#contract/hooks.ts'
import { HookKind, hookKindIds, pingKind } from '#domain/hooks/kinds.ts'
import { aService } from '#testing/harness/service.ts'
import { aRequest, aStaffedHospital } from '#testing/makers/makers.ts'
import { hookPeer } from '#testing/peers/hook-peer.ts'

type Json = { schema: z.core.JSONSchema.JSONSchema }
type Described = { webhooks: Record<string, { post: { requestBody: { content: Record<string, Json> } } }> }

const peer = await hookPeer()
afterAll(() => peer.close())

test('AMB-320 every kind is sent in the shape that the description has of it', async () => {
  const service = await aService({ settings: peer.settings })
  const { webhooks } = (await service.anonymous.raw('GET', '/api/openapi.json')).json() as Described
  expect(Object.keys(webhooks)).toEqual([...hookKindIds, pingKind])
  const shapeOf = (kind: string) =>
    z.fromJSONSchema(webhooks[kind]?.post.requestBody.content['application/json']?.schema ?? { not: {} })
  const { admin, hospital } = await aStaffedHospital(service.db)
  const client = service.as(admin)
  const { hook } = await client.done(hooks.make, { url: peer.url('/all'), kinds: ['order.raised'] })
  const now = new Date()
  const { id: subject } = await aRequest(service.db, { hospitalId: hospital.id }, now)
  await service.db
    .insertInto('hookDeliveries')
    .values(
      hookKindIds.map((kind, at) => ({
        ...{ hookId: hook.id, eventId: at + 1, subject, kind, version: 1, happenedAt: now },
      })),
    )
    .execute()
  await vi.waitFor(() => expect(peer.all).toHaveLength(hookKindIds.length), { timeout: 15_000 })
  await client.done(hooks.tryIt, { id: hook.id })
  const bodies = peer.all.map(({ body }) => body)
  expect(bodies.map(({ type }) => type)).toEqual([...hookKindIds, pingKind])
  for (const body of bodies) {
    const shape = shapeOf(body.type)
    expect(shape.safeParse(body).error).toBeUndefined()
    const bent = { ...body, data: { ...body.data, patientName: 'Asha Rao' } }
    expect(shape.safeParse(bent).success).toBe(false)
    const other = HookKind.options.find((kind) => kind !== body.type) ?? ''
    expect(shapeOf(other).safeParse(body).success).toBe(false)
  }
})
