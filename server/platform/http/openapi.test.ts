import { describe, expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import type { Route } from '#contract/route.ts'
import { hookKindIds, pingKind } from '#domain/hooks/kinds.ts'
import { aService } from '#testing/harness/service.ts'

type Operation = {
  operationId: string
  'x-who': string
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: { properties: object; required: string[] } }> }
  responses: Record<string, { content: object }>
}
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> }

const service = await aService({ settings: { ROLE: 'web' } })
const document = (await service.anonymous.raw('GET', '/api/openapi.json')).json() as Document

const rows = Object.entries(contract).flatMap(([capability, table]) =>
  Object.entries(table).map(([verb, row]) => [`${capability}.${verb}`, row as Route] as const),
)
const operationOf = (row: Route) =>
  document.paths[row.path.replace(/:(\w+)/g, '{$1}')]?.[row.method.toLowerCase()] as Operation

test('the description is OpenAPI 3.1 and has every call there is, each once', () => {
  expect(document.openapi).toBe('3.1.0')
  const ids = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  )
  expect(ids.sort()).toEqual(rows.map(([name]) => name).sort())
})

describe.each(rows)('%s', (name, row) => {
  test('says who may, what goes in and what a refusal looks like', () => {
    const operation = operationOf(row)
    expect(operation).toMatchObject({
      operationId: name,
      'x-who': row.who === 'anyone' ? 'anyone' : row.who.name,
    })
    const described = [
      ...operation.parameters.filter((one) => one.in !== 'header').map((one) => one.name),
      ...Object.keys(operation.requestBody?.content['application/json']?.schema.properties ?? {}),
      ...(operation.requestBody?.content['application/fhir+json'] ? ['resource'] : []),
    ]
    expect(described.sort()).toEqual(Object.keys((row.input as unknown as { shape: object }).shape).sort())
    expect('401' in operation.responses).toBe(row.who !== 'anyone')
    expect('428' in operation.responses).toBe((row.work ?? row.asksVersion) !== undefined)
    expect('409' in operation.responses).toBe(row.method !== 'GET')
    expect('412' in operation.responses).toBe(row.asksVersion !== undefined)
    expect('201' in operation.responses).toBe(row.creates !== undefined)
    const versions = operation.parameters.filter((one) => one.name === 'If-Match')
    expect(versions.map(({ required }) => required)).toEqual(row.asksVersion ? [true] : [])
    const isCounted = [row.limit, row.takesFile, row.key].some((mark) => mark !== undefined)
    expect('429' in operation.responses).toBe(isCounted)
    expect(JSON.stringify(operation)).not.toContain('"schema":{}')
  })
})

test('a readable page for people has every call too, and needs no script', async () => {
  const page = await service.anonymous.raw('GET', '/api/docs')
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  for (const [name] of rows) expect(page.text).toContain(`id="${name}"`)
  for (const kind of [...hookKindIds, pingKind]) expect(page.text).toContain(`id="sent.${kind}"`)
  expect(page.text).not.toContain('<script')
})
