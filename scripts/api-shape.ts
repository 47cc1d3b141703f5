import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiVersion } from '#contract/api-changes.ts'
import { contract } from '#contract/contract.ts'
import { openApi } from '#server/platform/http/openapi.ts'
import { type Api, breaksIn, type Operation, type Shape } from './api-breaks.ts'

const file = join(import.meta.dirname, '..', 'docs', 'api-shape.json')

type Schema = {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  $ref?: string
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  items?: Schema
  prefixItems?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

type Content = Record<string, { schema?: Schema }>
type Written = {
  operationId: string
  security: Record<string, string[]>[]
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, { content: Content }>
}

/** The API as it is now, out of the description that programs read. */
export function apiShape(): Api {
  const { paths } = openApi(contract, { publicUrl: 'https://crossmatch.test', sessionCookie: 'session' })
  const operations: Record<string, Operation> = {}
  for (const [path, methods] of Object.entries(paths))
    for (const [method, written] of Object.entries(methods)) {
      const one = written as Written
      operations[one.operationId] = operationOf(`${method.toUpperCase()} ${path}`, one)
    }
  return { version: apiVersion, operations: sorted(operations) }
}

function operationOf(call: string, { security, parameters, requestBody, responses }: Written): Operation {
  const scope = security.flatMap(({ key = [] }) => key)[0]
  const headers = parameters.filter((one) => one.in === 'header').map(({ name }) => name)
  const inAddress = parameters.filter((one) => one.in !== 'header')
  const [body] = Object.values(requestBody?.content ?? {})
  const [answer = {}] = Object.values(responses[200]?.content ?? {})
  const fields = {
    ...Object.fromEntries(
      inAddress.map(({ name, required, schema }) => [named(name, required), shapeOf(schema)]),
    ),
    ...(body?.schema ? bodyFields(shapeOf(body.schema)) : {}),
  }
  return {
    call,
    ...(scope === undefined ? {} : { scope }),
    ...(headers.length === 0 ? {} : { headers }),
    ...(Object.keys(fields).length === 0 ? {} : { takes: { fields: sorted(fields) } }),
    answers: shapeOf(answer.schema ?? {}),
  }
}

/** A body that is no object stands beside the address as one thing. */
const bodyFields = (shape: Shape): Readonly<Record<string, Shape>> =>
  typeof shape === 'object' && 'fields' in shape ? shape.fields : { body: shape }

const named = (name: string, isRequired: boolean): string => (isRequired ? name : `${name}?`)

function shapeOf(schema: Schema): Shape {
  const either = schema.anyOf ?? schema.oneOf
  if (either) return eitherOf(either.map(shapeOf))
  if (schema.allOf) return { fields: Object.assign({}, ...schema.allOf.map(fieldsOf)) }
  if (schema.enum) return { values: schema.enum.map(String).sort() }
  if ('const' in schema) return { values: [String(schema.const)] }
  if (Array.isArray(schema.type)) return eitherOf(schema.type)
  if (schema.type === 'array') return { each: eitherOf(itemsOf(schema).map(shapeOf)) }
  if (schema.type === 'object' || schema.properties) return objectOf(schema)
  if (schema.$ref) return 'the same again'
  return schema.format ?? schema.type ?? 'anything'
}

const itemsOf = ({ items, prefixItems }: Schema): Schema[] => prefixItems ?? [items ?? {}]

function objectOf(schema: Schema): Shape {
  const { additionalProperties: more } = schema
  if (!schema.properties) return typeof more === 'object' ? { each: shapeOf(more) } : 'object'
  return { fields: fieldsOf(schema) }
}

function fieldsOf({ properties = {}, required = [] }: Schema): Record<string, Shape> {
  return sorted(
    Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [
        named(name, required.includes(name)),
        shapeOf(schema),
      ]),
    ),
  )
}

/** Each once; values of one kind in one list. */
function eitherOf(shapes: readonly Shape[]): Shape {
  const texts = new Set(shapes.map((shape) => JSON.stringify(shape)))
  const [first = 'anything', ...others] = [...texts].map((text) => JSON.parse(text) as Shape)
  return others.length === 0 ? first : { either: [first, ...others] }
}

const sorted = <Value>(record: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)))

export const promisedApi = (): Api => JSON.parse(readFileSync(file, 'utf8')) as Api

/** A line for each operation: what changed is seen in a diff by its name. */
export function apiText({ version, operations }: Api): string {
  const lines = Object.entries(operations).map(
    ([name, operation]) => `    ${JSON.stringify(name)}: ${JSON.stringify(operation)}`,
  )
  return `{\n  "version": ${JSON.stringify(version)},\n  "operations": {\n${lines.join(',\n')}\n  }\n}\n`
}

if (import.meta.main) {
  const api = apiShape()
  const breaks = breaksIn(promisedApi(), api)
  for (const one of breaks) console.error(one)
  if (breaks.length > 0) process.exitCode = 1
  else writeFileSync(file, apiText(api))
}
