import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the service does with the next questions. */
export type PlacesBehaviour = 'answer' | 'fail' | 'hang' | 'nonsense' | 'flood' | 'redirect'

export type PlacesPeer = {
  url: string
  key: string
  /** What was asked, answered or not. */
  asked: string[]
  /** Every call, as METHOD /path. */
  calls: string[]
  behave(behaviour: PlacesBehaviour): void
  close(): Promise<void>
}

const key = 'key-of-the-test'

/** Google's Places API on the loopback, as far as we ask it. */
export async function placesPeer(): Promise<PlacesPeer> {
  let behaviour: PlacesBehaviour = 'answer'
  const asked: string[] = []
  const calls: string[] = []
  const server = createServer(async (request, response) => {
    calls.push(`${request.method} ${request.url}`)
    let text = ''
    for await (const chunk of request) text += chunk
    if (request.headers['x-goog-api-key'] !== key) return response.writeHead(403).end('{}')
    if (`${request.method} ${request.url}` !== 'POST /v1/places:autocomplete')
      return response.writeHead(404).end('{}')
    const { input, regionCode } = JSON.parse(text) as { input: string; regionCode: string }
    asked.push(input)
    if (behaviour === 'hang') return
    if (behaviour === 'fail') return response.writeHead(500).end('{}')
    if (behaviour === 'redirect') return response.writeHead(302, { location: '/elsewhere' }).end()
    if (behaviour === 'nonsense')
      return response.writeHead(200).end('{"suggestions":[{"placePrediction":7}]}')
    if (behaviour === 'flood') return response.writeHead(200).end('x'.repeat(10 * 2 ** 20))
    const place = { placeId: `ChIJ-${input}`, text: { text: `${input}, ${regionCode}` } }
    return response
      .writeHead(200)
      .end(JSON.stringify({ suggestions: [{ placePrediction: place }, { queryPrediction: { text: {} } }] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    asked,
    calls,
    behave(next) {
      behaviour = next
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
