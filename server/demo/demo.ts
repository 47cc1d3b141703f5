import { fillDemonstration } from '#server/demo/fill.ts'
import { drawnWhenAsked } from '#server/demo/invoices.ts'
import { emailOf, theDomain, thePassword } from '#server/demo/makers/rows.ts'
import type { Files } from '../basics/files.ts'
import { openDatabase } from '../db/database.ts'
import { drawingThreads } from '../documents/drawing.ts'

/** What the sign-in page offers in demo mode, in the order it shows them. */
const groups: Record<string, [name: string, about: string][]> = {
  'Hospital admin': [
    ['firm', 'Firm'],
    ['noble', 'Noble'],
    ['bewellanna', 'Bewell Anna'],
    ['city_admin', 'City, plus'],
    ['lifelinelima_admin', 'Lifeline Lima, plus'],
    ['dev_admin', 'Dev, plus'],
  ],
  'Hospital staff': [
    ['firm_pilot', 'Firm'],
    ['noble_pilot', 'Noble'],
    ['city_pilot', 'City'],
    ['city', 'City, plus'],
    ['dev_pilot', 'Dev'],
  ],
  'Blood bank': [
    ['redbank_bloodbank', 'Redbank'],
    ['bluebank_bloodbank', 'Bluebank'],
  ],
  Provider: [['bloodsupport', 'Dispatch desk']],
  Drivers: [
    ['arun.driver', 'Arun Kumar'],
    ['meena.driver', 'Meena Raj'],
    ['john.driver', 'John Peter'],
  ],
}

/** One order from the ward to the ward, by four people: where each begins. */
const story: Record<string, { place: number; deed: string; path: string }> = {
  firm_pilot: { place: 1, deed: 'Raise a request as a nurse', path: '/dashboard/pilot/request' },
  firm: { place: 2, deed: 'Approve it as the hospital', path: '/dashboard/pilot/approval' },
  bloodsupport: { place: 3, deed: 'Link a bank and a driver', path: '/dashboard/admin/linkBloodBank' },
  'arun.driver': { place: 4, deed: 'Drive it as Arun Kumar', path: '/driver' },
}

export const demoAccounts = Object.entries(groups).flatMap(([group, people]) =>
  people.map(([name, about]) => ({
    email: emailOf(name),
    password: thePassword,
    group,
    about,
    story: story[name] ?? null,
  })),
)

type Filling = {
  say: (line: string) => void
  /** The server's: its bank signs slips. */
  secret: string
  files?: Files
  now?: Date | undefined
}

/** Fills the demonstration once; a database that holds anything already is left as it is. */
export async function fillDemo(
  databaseUrl: string,
  { say, secret, files, now = new Date() }: Filling,
): Promise<void> {
  const database = openDatabase(databaseUrl, { connections: 1 })
  try {
    const filled = await fillDemonstration(database.db, { now, files, secret })
    if (filled) say(`Filled in the demonstration: ${filled.requests} requests of the last 60 days`)
  } finally {
    await database.close()
  }
}

/** What the service puts over its files. */
export const demoFiles = drawnWhenAsked

/** For a command that runs beside the service: it needs all that can be asked for, and ends. */
export async function withDrawnFiles<Result>(
  databaseUrl: string,
  files: Files,
  act: (files: Files) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(databaseUrl, { connections: 1 })
  const drawing = drawingThreads()
  try {
    return await act(drawnWhenAsked(files, { db: database.db, drawing }))
  } finally {
    await drawing.close()
    await database.close()
  }
}

/** Told at every start in demo mode. */
export function demoLines(): string {
  const widest = Math.max(...Object.keys(groups).map((group) => group.length))
  const lines = Object.entries(groups).map(
    ([group, people]) => `  ${group.padEnd(widest)}  ${people.map(([name]) => name).join(', ')}`,
  )
  return ['', `Demo accounts, all @${theDomain}, with the password ${thePassword}:`, ...lines, ''].join('\n')
}
