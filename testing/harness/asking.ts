import { type Agent, request } from 'node:http'

export type Ask = { url: string; method?: string; headers?: Record<string, string>; body?: string }
export type Answered = { status: number; text: string }

/** One call over a kept-open connection; far cheaper than `fetch`, since the caller shares the machine with the called. */
export const asking = (agent: Agent) => (ask: Ask) =>
  new Promise<Answered>((resolve, reject) => {
    const { url, method = 'GET', headers = {}, body } = ask
    const type: Record<string, string> =
      body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
    const call = request(url, { agent, method, headers: { ...headers, ...type } }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
      )
    })
    call.on('error', reject)
    call.end(body)
  })
