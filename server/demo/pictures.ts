import sharp from 'sharp'
import { later, minutes } from '#domain/basics/time.ts'
import { type PictureState, picturePath } from '#domain/requests/pictures.ts'
import type { RequestStatus } from '#domain/requests/request.ts'
import type { Files } from '#server/basics/files.ts'
import type { Tx } from '#server/db/database.ts'
import { appendEvent, type NewEvent } from '#server/db/event-trail.ts'
import type { MadeRequest } from './makers/requests.ts'

/** Of each type a drawing: what would be photographed, on a table of its colour. */
const drawings: Record<string, { table: string; of: string }> = {
  Sample: {
    table: '#d9dee3',
    of: `<g transform="rotate(-18 320 240)"><rect x="280" y="70" width="80" height="330" rx="36" fill="#f4f1ee"/>
      <rect x="272" y="52" width="96" height="58" rx="10" fill="#7c2f8f"/>
      <path d="M280 250h80v114a40 40 0 0 1-80 0z" fill="#8e1622"/>
      <rect x="286" y="140" width="68" height="92" fill="#fff"/>${lines(294, 154, 52, 4)}</g>`,
  },
  Form: {
    table: '#b98f5e',
    of: sheet(`${lines(210, 130, 220, 9)}<rect x="210" y="370" width="90" height="8" fill="#1c3f8a"/>`),
  },
  Report: {
    table: '#5b6b7a',
    of: sheet(
      `${lines(210, 100, 220, 3)}${[170, 230, 290]
        .map(
          (y) =>
            `<circle cx="232" cy="${y + 12}" r="16" fill="#fff" stroke="#8e1622" stroke-width="5"/>${lines(270, y, 150, 2)}`,
        )
        .join('')}<path d="M330 370l24 24 56-64" fill="none" stroke="#1f7c47" stroke-width="14"/>`,
    ),
  },
  Bag: {
    table: '#e6e2dc',
    of: `<path d="M210 90q110-40 220 0l14 250q-124 70-248 0z" fill="#8e1622"/>
      <path d="M300 390v70M340 390v70" stroke="#a8a39c" stroke-width="10"/>
      <rect x="246" y="140" width="148" height="150" rx="6" fill="#fff"/>${lines(260, 158, 120, 3)}
      <path d="M262 232h20v44h-20zM292 232h8v44h-8zM308 232h22v44h-22zM340 232h6v44h-6zM356 232h20v44h-20z" fill="#1c1a18"/>`,
  },
  Temperature: {
    table: '#3f4a44',
    of: `<rect x="150" y="120" width="340" height="240" rx="28" fill="#f2f0ed"/>
      <rect x="190" y="160" width="260" height="130" rx="8" fill="#c8d3c0"/>
      <path d="M226 180v40h46M272 180v90M300 262h10v10h-10zM334 180h46v44h-46v44h46M404 180h28v26h-28z" fill="none" stroke="#1c1a18" stroke-width="11"/>
      <circle cx="320" cy="326" r="16" fill="#1f7c47"/>`,
  },
  Delivery: {
    table: '#8f8577',
    of: `<path d="M160 190l160-70 160 70v180l-160 70-160-70z" fill="#d9a441"/>
      <path d="M160 190l160 70 160-70M320 260v180" fill="none" stroke="#8a6420" stroke-width="6"/>
      <path d="M236 300v60M206 330h60" stroke="#ae1420" stroke-width="20"/>`,
  },
  Receipt: {
    table: '#6b4a36',
    of: sheet(
      `${lines(210, 110, 220, 7)}<path d="M216 380q20-50 44-16t40-22 34 14 60-18" fill="none" stroke="#1c3f8a" stroke-width="6"/>`,
    ),
  },
}

function lines(x: number, y: number, width: number, count: number): string {
  return Array.from(
    { length: count },
    (_, at) =>
      `<rect x="${x}" y="${y + at * 24}" width="${at % 3 === 2 ? width * 0.6 : width}" height="8" fill="#b5b0aa"/>`,
  ).join('')
}

function sheet(on: string): string {
  return `<g transform="rotate(4 320 240)"><rect x="180" y="60" width="280" height="370" fill="#fdfcfa"/>${on}</g>`
}

/** What had been photographed when an order stood there. */
const taken: [PictureState, name: string, minutesAfterPickup: number][] = [
  ['SampleAcquired', 'Sample', 4],
  ['SampleAcquired', 'Form', 5],
  ['CrossMatching', 'Report', 52],
  ['InTransit', 'Bag', 71],
  ['InTransit', 'Temperature', 73],
  ['Completed', 'Delivery', 155],
  ['Completed', 'Receipt', 158],
]
const pictured: Partial<Record<RequestStatus, number>> = { issued: 5, completed: 7 }

/** The newest issued and the newest completed order have theirs: a dozen small files. */
export async function fillPictures(
  tx: Tx,
  made: readonly MadeRequest[],
  files: Files,
  now: Date,
): Promise<void> {
  const by = { accountId: null, displayName: 'bloodsupport' }
  const drawn = new Map<string, Buffer>()
  for (const [status, count] of Object.entries(pictured)) {
    const found = made.find(({ request }) => request.status === status)
    if (!found) continue
    const { id: requestId, pickupAt } = found.request
    for (const [state, name, after] of taken.slice(0, count)) {
      const bytes = drawn.get(name) ?? (await draw(name))
      drawn.set(name, bytes)
      const path = picturePath(requestId, state, name)
      const at = later(pickupAt, minutes(after))
      const takenAt = at > now ? now : at
      const row = { requestId, state, name, path, bytes: bytes.length, takenAt, takenBy: by.displayName }
      await tx.insertInto('pictures').values(row).execute()
      const fact: NewEvent = {
        subjectId: requestId,
        kind: 'picture-kept',
        detail: { state, name },
      }
      await appendEvent(tx, fact, by, takenAt)
      await files.put(path, bytes)
    }
  }
}

function draw(name: string): Promise<Buffer> {
  const { table = '#ccc', of = '' } = drawings[name] ?? {}
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">
    <rect width="640" height="480" fill="${table}"/>${of}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()
}
