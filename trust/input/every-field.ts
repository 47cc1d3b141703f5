import { Agent } from 'node:http'
import { diceFrom } from '#server/demo/makers/dice.ts'
import type { ServerProcess } from '#testing/harness/server-process.ts'
import type { TestService } from '#testing/harness/service.ts'
import { sentFor, viaHttp } from '../access/asking.ts'
import type { House } from '../access/house.ts'
import { made } from '../access/ways.ts'
import { type Kind, kinds, may, type NamedRoute, routes } from '../access/who-may.ts'
import { anyValid, changed, textsIn } from './shapes.ts'

/** A house in another process: what ways need of it. */
export function houseIn(server: ServerProcess): House & { agent: Agent } {
  const agent = new Agent({ keepAlive: true })
  const service = { db: server.db, url: server.url, settled: async () => undefined }
  return {
    // the rest of a service lives in this process, and no way of these asks for it
    service: service as unknown as TestService,
    dice: diceFrom(18),
    now: () => new Date(),
    ...viaHttp({ db: server.db, url: server.url, origin: server.url, agent, now: () => new Date() }),
    agent,
    async close() {
      agent.destroy()
    },
  }
}

/** Fields that take any text and keep none of it as it is, and why. Whatever else there is is written with every payload. */
const notKept: [field: RegExp, why: string][] = [
  [/ (password|current|code|token)$/, 'a secret: told to nobody, and checked before anything else'],
  [/\b(email|driverEmail|Driver|to)$/, 'an address: no letter of markup is taken in one'],
  [/\b(phone|Phone|primaryPhone|secondaryPhone)$/, 'digits'],
  [
    / (id|bankId|link\.bankId|referenceBank|items\.name|slip|paperNumber|donorFormId)$/,
    'the name of something that is there already',
  ],
  [/^late\.issue sample\.(labelName|labelPatientId)$/, 'held against the request: any other is refused'],
  [/^browsers\.ring /, 'the address and the keys of a push service, each of its form'],
  [/^hooks\.(make|change) url$/, 'an address by https'],
  [/^keys\.make networks$/, 'networks, each of its form'],
  [
    /^fhir\.\w+ resource\.(.*\.)?(coding\.code|coding\.system|extension\.url|birthDate|start|end|reference|id)$/,
    'a code of a list, a time, or what one part of a resource calls another',
  ],
  [/^fhir\.change resource\.identifier\.system$/, 'stays what it was (ruling AMB-327)'],
  [/^(finding\.find|consent\.find|namedCalls\.getAddress) /, 'searched for, and not kept'],
  [/ fileName$/, 'looked at, and not kept'],
]

export type Written = { taken: string[]; refused: string[] }

/** Every call that changes something, with the payload in each of its texts. */
export async function writeEverywhere(house: House, payload: string): Promise<Written> {
  const written: Written = { taken: [], refused: [] }
  for (const route of routes) {
    if (route.row.method === 'GET') continue
    const kind = may[route.name]?.find((one) => kinds[one] !== null || one === 'anonymous') as Kind
    await writeOne(house, route, kind, payload, written)
  }
  return written
}

async function writeOne(
  house: House,
  { name, row }: NamedRoute,
  kind: Kind,
  payload: string,
  written: Written,
): Promise<void> {
  const textsOf = (input: Record<string, unknown>) =>
    textsIn(row.input, input)
      .map((text) => ({
        ...text,
        field: `${name} ${text.path.filter((one) => typeof one === 'string').join('.')}`,
      }))
      .filter(({ field }) => !notKept.some(([pattern]) => pattern.test(field)))
  // what a right call needs is made only where there is something to write
  if (textsOf(anyValid(row.input, house.dice)).length === 0) return
  const first = await made(house, name, row, kind)
  const texts = textsOf(first.input)
  const send = async (these: typeof texts, text = payload, whole = first) => {
    let input = whole.input
    for (const { path, longest } of these)
      input = changed(input, path, () => text.slice(0, longest).toWellFormed())
    const sent = sentFor(row, input, whole.file)
    const headers = { ...sent.headers, ...whole.headers }
    return house.ask(whole.email ?? kinds[kind], { ...sent, headers })
  }
  if ((await send(texts)).status < 300) return void written.taken.push(...texts.map(({ field }) => field))
  // one of them is more than a text: each by itself
  for (const text of texts) {
    const again = async (words: string) =>
      (await send([text], words, await made(house, name, row, kind))).status < 300
    // some names are one word
    const isTaken = (await again(payload)) || (await again(payload.replaceAll(/\s/g, '/')))
    written[isTaken ? 'taken' : 'refused'].push(text.field)
  }
}
