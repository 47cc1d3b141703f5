import { type IncomingMessage, request } from 'node:http'
import { type Arrivals, arrivals } from '../makers/arrivals.ts'

export type LiveStream<Message> = Arrivals<Message> & {
  /** Every server-sent event by its name, beats included. */
  readonly events: Arrivals<string>
  /** Messages of the topic `news`, which follow what they are about by and by. */
  readonly news: Arrivals<Message>
  /** Resolves when the server ends the stream or the connection is lost. */
  readonly ended: Promise<void>
  close(): void
}

/** Reads server-sent events; `change` events are its messages, news apart. Resolves with the first sign of life. */
export async function openStream<Message>(url: URL, headers: Headers): Promise<LiveStream<Message>> {
  // not fetch: when its stream ends it opens the connection again, and that holds up the server's end
  const asking = request(url, { headers: Object.fromEntries(headers), agent: false })
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    asking.once('response', resolve).once('error', reject).end()
  })
  if (response.statusCode !== 200) {
    asking.destroy()
    throw new Error(`The live stream answered ${response.statusCode}`)
  }
  const messages = arrivals<Message>('live message')
  const news = arrivals<Message>('live message of news')
  const events = arrivals<string>('server-sent event')
  asking.on('error', () => undefined)
  const ended = read(response, (event, data) => {
    events.add(event)
    if (event !== 'change') return
    const message = JSON.parse(data)
    if (message.topic === 'news') news.add(message)
    else messages.add(message)
  }).catch(() => undefined)
  await events.find(() => true)
  const { all, next, find } = messages
  return { all, next, find, news, events, ended, close: () => asking.destroy() }
}

async function read(body: IncomingMessage, heard: (event: string, data: string) => void): Promise<void> {
  let rest = ''
  for await (const chunk of body.setEncoding('utf8')) {
    const blocks = (rest + chunk).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]))
      if (fields.has('data')) heard(fields.get('event') ?? 'message', fields.get('data') ?? '')
    }
  }
}
