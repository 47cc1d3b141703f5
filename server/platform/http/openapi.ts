import { RefusalAnswer } from '#contract/answers.ts'
import { apiVersion } from '#contract/api-changes.ts'
import type { Route, Routes } from '#contract/route.ts'
import { webhooks } from './hooks-sent.ts'
import { schemaOf } from './json-schema.ts'

type Contract = Readonly<Record<string, Routes>>

type Served = { publicUrl: string; sessionCookie: string }

/** The contract as OpenAPI 3.1: the shapes are the ones the server checks with. */
export function openApi(contract: Contract, { publicUrl, sessionCookie }: Served) {
  const paths: Record<string, Record<string, object>> = {}
  for (const [capability, table] of Object.entries(contract)) {
    for (const [verb, row] of Object.entries(table)) {
      const path = row.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = {
        ...paths[path],
        [row.method.toLowerCase()]: operation(`${capability}.${verb}`, capability, row),
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Crossmatch',
      version: apiVersion,
      description: 'Blood ordering for hospitals, banks and drivers.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    paths,
    webhooks: webhooks(),
    components: {
      schemas: {
        Refusal: schemaOf(RefusalAnswer, 'output'),
        OperationOutcome: {
          type: 'object',
          description: 'As FHIR R4 has it: one issue, whose details say the code and the text of the refusal',
          properties: { resourceType: { const: 'OperationOutcome' }, issue: { type: 'array' } },
          required: ['resourceType', 'issue'],
        },
      },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie, description: 'A person who signed in' },
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'A key that an admin made, with the scope that is named',
        },
      },
    },
  }
}

function operation(operationId: string, tag: string, row: Route): object {
  const input = schemaOf(row.input, 'input') as ObjectSchema
  const inPath = [...row.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
  const rest = Object.entries(input.properties ?? {}).filter(([name]) => !inPath.includes(name))
  const required = (name: string) => input.required?.includes(name) ?? false
  const parameters = [
    ...inPath.map((name) => ({ name, in: 'path', required: true, schema: input.properties?.[name] ?? {} })),
    ...(row.method === 'GET' || row.takesFile
      ? rest.map(([name, schema]) => ({ name, in: 'query', required: required(name), schema }))
      : []),
    ...(row.repeatable ? [inHeader('Idempotency-Key')] : []),
    ...(row.asksVersion
      ? [{ ...inHeader('If-Match'), required: true, description: 'The ETag of the version that was seen' }]
      : []),
    ...(row.work ? [{ ...inHeader(row.work.header), description: row.work.how }] : []),
  ]
  const body = {
    type: 'object',
    properties: Object.fromEntries(rest),
    required: rest.map(([name]) => name).filter(required),
  }
  const isFhir = row.speaks === 'fhir'
  const json = isFhir ? 'application/fhir+json' : 'application/json'
  const answer = row.stream ? 'text/event-stream' : row.givesFile ? 'application/octet-stream' : json
  const content = { [answer]: { schema: row.givesFile ? aFile : schemaOf(row.output, 'output') } }
  return {
    operationId,
    tags: [tag],
    summary: row.summary,
    'x-who': row.who === 'anyone' ? 'anyone' : row.who.name,
    security: securityOf(row),
    parameters,
    ...(row.takesFile
      ? { requestBody: { required: true, content: { 'application/octet-stream': { schema: aFile } } } }
      : row.method !== 'GET' && rest.length > 0
        ? {
            requestBody: {
              required: true,
              content: { [json]: { schema: isFhir ? input.properties?.resource : body } },
            },
          }
        : {}),
    responses: {
      200: { description: row.creates ? 'Sent before: the first' : 'Done', content },
      ...(row.creates ? { 201: { description: 'Made, with its Location and its ETag', content } } : {}),
      ...Object.fromEntries(
        refusals(row).map(([status, description]) => [
          status,
          { description, content: isFhir ? outcome : refusal },
        ]),
      ),
    },
  }
}

const securityOf = ({ who, key }: Route): object[] =>
  who === 'anyone' ? [] : [{ session: [] }, ...(key ? [{ key: [key] }] : [])]

const inHeader = (name: string) => ({ name, in: 'header', required: false, schema: { type: 'string' } })

const aFile = { type: 'string', format: 'binary' }

const outcome = { 'application/fhir+json': { schema: { $ref: '#/components/schemas/OperationOutcome' } } }

const refusal = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } }

/** Each with when it is answered; what is undefined is not answered by this row. */
function refusals(row: Route): [number, string][] {
  const { who, path, speaks, method, work, asksVersion } = row
  const isCounted = [row.limit, row.takesFile, row.key].some((mark) => mark !== undefined)
  const first = work && `Work first: values.challenge is to be solved, see ${work.header}`
  const all: [number, string | false | undefined][] = [
    [401, who !== 'anyone' && 'Nobody is signed in'],
    [403, who !== 'anyone' && 'Not allowed'],
    [404, path.includes(':') && 'Not there, or not yours'],
    [406, speaks === 'fhir' && 'Another form than JSON is wanted'],
    [409, method !== 'GET' && 'Somebody was faster, or it is too far for this: read again and decide'],
    [412, asksVersion && 'Changed meanwhile: If-Match names another version than there is'],
    [422, 'Refused: code, title, text and field say why'],
    [428, first ?? (asksVersion && 'If-Match is missing')],
    [429, isCounted && 'Too often'],
  ]
  return all.filter((one): one is [number, string] => typeof one[1] === 'string')
}

type ObjectSchema = { properties?: Record<string, object>; required?: string[] }
