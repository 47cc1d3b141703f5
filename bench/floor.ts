import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import pg from 'pg'

/*
 * The least that the same work can cost on this machine: Node's own server, one prepared statement a call, and
 * NOTIFY to server-sent events. No sessions, no checks, no trail, no messages.
 */

const [databaseUrl = '', port = '0'] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 })
const streams = new Set<ServerResponse>()
const listener = new pg.Client(databaseUrl)
await listener.connect()
await listener.query('listen floor')
listener.on('notification', ({ payload = '' }) => {
  for (const stream of streams) stream.write(`event: change\ndata: ${payload}\n\n`)
})

const list = {
  name: 'list',
  text: `select * from floor_requests where hospital_id = $1 and (raised_at, id) < ($2, $3)
    order by raised_at desc, id desc limit 20`,
}
const raise = {
  name: 'raise',
  text: `with raised as (
      insert into floor_requests (id, hospital_id, patient_name, patient_id, age, blood_group, component, units, reason,
        pickup_at, deadline_at, raised_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, now()) returning id)
    select pg_notify('floor', id) from raised`,
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/live') {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('event: beat\ndata: {}\n\n')
    streams.add(response)
    response.on('close', () => streams.delete(response))
    return
  }
  if (request.method === 'GET') {
    const { rows } = await pool.query({ ...list, values: ['busy', 'infinity', ''] })
    return send(response, rows)
  }
  let text = ''
  for await (const part of request) text += part
  const draft = JSON.parse(text)
  const id = randomBytes(6).toString('hex')
  const { patientName, patientId, age, bloodGroup, component, units, reason, pickupAt } = draft
  const values = [id, 'busy', patientName, patientId, age, bloodGroup, component, units, reason, pickupAt]
  await pool.query({ ...raise, values })
  send(response, { id, ...draft })
}

function send(response: ServerResponse, body: unknown): void {
  const text = JSON.stringify(body)
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}

createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.error(error)
    response.writeHead(500).end()
  })
}).listen(Number(port), '127.0.0.1', () => console.log('ready'))
