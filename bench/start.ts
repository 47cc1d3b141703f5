import { request } from 'node:http'
import { type House, withHouse } from './house.ts'
import { residentMb } from './processor.ts'

const restMs = 5_000
const ofOneAccount = 100

/** How long it takes from the word to the first page, the second time; what it holds idle, and with a thousand streams. */
export async function starting(house: House): Promise<Record<string, number>> {
  const first = await house.startApp()
  await first.signal('SIGTERM')
  const begin = performance.now()
  const app = await house.startApp()
  await fetch(`${app.url}/`).then((page) => page.text())
  const startMs = performance.now() - begin
  const pid = app.child.pid ?? 0
  await rest()
  const idle = residentMb(pid)
  const streams: { destroy(): void }[] = []
  for (let nth = 0; nth < 1_000; nth++)
    streams.push(await open(house.nurses[Math.floor(nth / ofOneAccount)] ?? ''))
  await rest()
  const busy = residentMb(pid)
  for (const stream of streams) stream.destroy()
  await app.signal('SIGTERM')
  return { 'start ms': startMs, 'idle MiB': idle, '1,000 streams MiB more': busy - idle }

  function open(cookie: string) {
    return new Promise<{ destroy(): void }>((resolve, reject) => {
      const call = request(`${app.url}/api/live`, { headers: { cookie }, agent: false }, (answer) => {
        if (answer.statusCode !== 200) return reject(new Error(`a stream was answered ${answer.statusCode}`))
        answer.on('error', () => undefined).resume()
        resolve(call)
      })
      call.on('error', reject)
      call.end()
    })
  }
}

const rest = () => new Promise((resolve) => setTimeout(resolve, restMs))

if (import.meta.main) await withHouse(1_000, async (house) => console.log(await starting(house)))
