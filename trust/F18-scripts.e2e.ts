import type { Page } from '@playwright/test'
import { requests } from '#contract/requests.ts'
import type { RequestStatus } from '#domain/requests/request.ts'
import type { Db } from '#server/db/database.ts'
import { aCompany } from '#server/demo/makers/banks.ts'
import { aDonorForm } from '#server/demo/makers/donors.ts'
import { aDraft, aDriver, aHospital, aRequest, emailOf } from '#testing/makers/makers.ts'
import { thePrices } from '#testing/makers/prices.ts'
import { expect, test } from '../e2e/pages/fixtures.ts'
import { tellFault } from './access/judging.ts'
import { crews, idsOf, pathsOf } from './crews.ts'
import { houseIn, writeEverywhere } from './input/every-field.ts'
import { faultsInFiles } from './input/hostile-texts-in-files.ts'
import { faultsInSheets } from './input/hostile-texts-in-sheets.ts'
import { payloads } from './input/payloads.ts'
import { added, forget, isFull, keep, keptOf, minutesSince, tell } from './kept.ts'
import { goTo, openFor, untilShown } from './opening.ts'

/** So many stand on a list's first page together. */
const together = isFull ? 10 : 1
const statuses: RequestStatus[] = ['pending', 'hospital-admin-approved', 'bloodbank-approved', 'completed']
const groups = Array.from({ length: Math.ceil(payloads.length / together) }, (_, nth) =>
  payloads.slice(nth * together, (nth + 1) * together),
)
/** In the long tier one payload, and the screens of one person. */
const [tried, openers] = isFull ? [groups, crews] : [groups.slice(0, 1), crews.slice(0, 1)]

type Seen = ReturnType<typeof nothingSeen>
const nothingSeen = () => ({
  began: performance.now(),
  screens: 0,
  popups: 0,
  ran: 0,
  reports: [] as string[],
  mails: 0,
  inMails: [] as string[],
  files: 0,
  inFiles: [] as string[],
  /** Of the contract: which took a payload, and which never did. */
  taken: new Set<string>(),
  refused: new Set<string>(),
})

const neverTaken = ({ taken, refused }: Seen): string[] =>
  [...refused].filter((field) => !taken.has(field)).sort()

/** Every text of everybody's that the product keeps, each with a payload. */
async function write(db: Db, payload: string, nth: number): Promise<void> {
  const mark = payload.slice(0, 60)
  const hospital = await aHospital(db, { name: `${mark} ${nth}`, address: payload })
  const driver = await aDriver(db, { name: mark })
  for (const hospitalId of ['firm', 'city', hospital.id]) {
    for (const status of statuses) {
      const isLinked = status === 'bloodbank-approved' || status === 'completed'
      const driverEmail = status === 'completed' ? driver.email : emailOf('arun.driver')
      await aRequest(db, {
        ...{ hospitalId, status, patientName: mark, patientId: payload.slice(0, 30), reason: payload },
        ...{ deliveryStatus: payload.toLowerCase(), note: payload },
        ...(isLinked ? { bankId: 'redbank', driverEmail } : {}),
      })
    }
  }
  // a company's name is one word in small letters
  await aCompany(db, { name: `${mark.toLowerCase().replaceAll(/\s/g, '/')}${nth}` })
  const words = { name: mark, address: payload, altAddress: payload, lastMeal: mark }
  await aDonorForm(db, { bankId: 'redbank', ...words })
}

async function watched(page: Page, seen: Seen): Promise<void> {
  await page.addInitScript(() => {
    const counts = { ran: 0, reports: [] as string[] }
    Object.assign(globalThis, { ran: () => counts.ran++, counts })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      counts.reports.push(`${violatedDirective} ${blockedURI} ${sourceFile}`),
    )
  })
  page.on('dialog', (dialog) => {
    seen.ran++
    void dialog.dismiss()
  })
}

async function counted(page: Page, seen: Seen): Promise<void> {
  const { ran, reports } = await page.evaluate(
    () => (globalThis as unknown as { counts: { ran: number; reports: string[] } }).counts,
  )
  seen.ran += ran
  seen.reports.push(...reports)
}

for (const [nth, group] of tried.entries()) {
  test(`F18 payloads ${nth * together + 1} to ${nth * together + group.length} run on no screen`, {
    tag: '@long',
  }, async ({ signedIn, visitor, db, server, allowFaults }) => {
    if (isFull && keptOf('F18').parts[nth]) return
    if (!isFull) test.setTimeout(180_000)
    const seen = nothingSeen()
    // links of nobody are refused; that a picture was not found would be a fault too
    allowFaults(/status of 4(0|1|2)\d/)
    const before = server.mails.all.length
    await thePrices(db)
    const house = houseIn(server)
    for (const [at, payload] of group.entries()) {
      const { taken, refused } = await writeEverywhere(house, payload)
      for (const field of taken) seen.taken.add(field)
      for (const field of refused) seen.refused.add(field)
      await house.forgetLimits()
      seen.files += 2
      seen.inFiles.push(...(await faultsInFiles(house, payload)))
      const { files, faults } = await faultsInSheets(house, payload, nth * together + at)
      seen.files += files
      seen.inFiles.push(...faults)
    }
    await house.close()
    // last, so that these are on top of every list
    for (const [at, payload] of group.entries()) await write(db, payload, nth * together + at)
    const draft = aDraft(new Date(), {
      patientName: group[0]?.slice(0, 60),
      patientId: (group[1] ?? group[0])?.slice(0, 30),
    })
    await server.as('firm_pilot').done(requests.raise, draft)
    const ids = await idsOf(db)
    for (const crew of openers) {
      const page = await openFor(crew.who, { signedIn, visitor })
      await watched(page, seen)
      for (const [at, path] of pathsOf(crew, ids).entries()) {
        await goTo(page, crew, path, at === 0)
        await untilShown(page, crew, path)
        await page.waitForLoadState('networkidle')
        seen.screens++
        await openFirstRows(page, seen)
        if (!crew.isInside) await counted(page, seen)
      }
      if (crew.isInside) await counted(page, seen)
      await page.context().close()
    }
    for (const { html, subject } of server.mails.all.slice(before)) {
      seen.mails++
      for (const [markup] of html.matchAll(/<(script|img|svg|iframe|style|link|form|input)\b/gi))
        seen.inMails.push(`${markup} in the mail ${subject}`)
    }
    const never = neverTaken(seen)
    for (const fault of [...seen.reports, ...seen.inMails, ...seen.inFiles]) tellFault('F18', fault)
    for (const field of isFull ? never : []) tellFault('F18', `${field} was never written`)
    const faults = seen.ran + seen.reports.length + seen.inMails.length + seen.inFiles.length
    const { screens, popups, mails, files } = seen
    const counts = {
      ...{ payloads: group.length, screens, popups, mails, files, faults },
      ...{ unwritten: isFull ? never.length : 0, fieldsLeast: seen.taken.size },
    }
    if (isFull) keep('F18', nth, { ...counts, minutes: minutesSince(seen.began) })
    expect([faults, counts.unwritten]).toEqual([0, 0])
  })
}

/** What stands behind the first rows of a list: all there is of one. */
async function openFirstRows(page: Page, seen: Seen): Promise<void> {
  const rows = page.locator('[data-row] button[aria-haspopup="dialog"]:visible')
  for (let at = 0; at < Math.min(3, await rows.count()); at++) {
    await rows.nth(at).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.waitForLoadState('networkidle')
    seen.popups++
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
}

if (isFull) {
  test('F18 scripts ran nowhere', () => {
    const kept = Object.values(keptOf('F18').parts)
    expect(kept.length, 'all groups are done').toBe(groups.length)
    const all = added(kept)
    const { faults = 0, unwritten = 0, minutes = 0 } = all
    const isMet = faults + unwritten === 0
    const said = isMet
      ? 'none ran, no report, none in mails, none in files, no field not written'
      : `${faults} faults, ${unwritten} fields not written`
    tell({
      id: 'F18',
      promise: 'scripts that ran',
      target: `${payloads.length} payloads in every text field of the contract, on every screen and page, in mails, certificates, invoices, sheets, registers, slips, labels and downtime packs: no dialog, no report, no markup, no action`,
      seen: `${all.payloads} payloads in ${all.fieldsLeast} fields, ${all.screens} screens and ${all.popups} popups opened, ${all.mails} mails and ${all.files} PDFs and sheets read: ${said}`,
      isMet,
      minutes,
    })
    forget('F18')
    expect(isMet).toBe(true)
  })
}
