import type { Page } from '@playwright/test'
import { requests } from '#contract/requests.ts'
import type { RequestStatus } from '#domain/requests/request.ts'
import type { Db } from '#server/db/database.ts'
import { aCompany } from '#server/demo/makers/banks.ts'
import { aDonorForm } from '#server/demo/makers/donors.ts'
import { aDraft, aDriver, aHospital, aRequest } from '#testing/makers/makers.ts'
import { thePrices } from '#testing/makers/prices.ts'
import { screens } from '#web/menu.ts'
import { goInside } from '../e2e/pages/addresses.ts'
import { expect, test } from '../e2e/pages/fixtures.ts'
import { houseIn, writeEverywhere } from './input/every-field.ts'
import { faultsInFiles } from './input/hostile-texts-in-files.ts'
import { faultsInSheets } from './input/hostile-texts-in-sheets.ts'
import { payloads } from './input/payloads.ts'
import { added, forget, keep, keptOf, minutesSince, tell } from './kept.ts'

/** So many stand on a list's first page together. */
const together = 10
const people = {
  pilot: 'firm',
  plus: 'city_admin',
  bloodbank: 'redbank_bloodbank',
  admin: 'bloodsupport',
} as const
const statuses: RequestStatus[] = ['pending', 'hospital-admin-approved', 'bloodbank-approved', 'completed']
const groups = Array.from({ length: Math.ceil(payloads.length / together) }, (_, nth) =>
  payloads.slice(nth * together, (nth + 1) * together),
)

type Seen = ReturnType<typeof nothingSeen>
const nothingSeen = () => ({
  began: performance.now(),
  screens: 0,
  popups: 0,
  ran: 0,
  reports: [] as string[],
  mails: 0,
  inMails: 0,
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
      await aRequest(db, {
        ...{ hospitalId, status, patientName: mark, patientId: payload.slice(0, 30), reason: payload },
        ...{ deliveryStatus: payload.toLowerCase(), note: payload },
        ...(isLinked ? { bankId: 'redbank', driverEmail: driver.email } : {}),
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

for (const [nth, group] of groups.entries()) {
  test(`F18 payloads ${nth * together + 1} to ${nth * together + group.length} run on no screen`, async ({
    signedIn,
    db,
    server,
    allowFaults,
  }) => {
    if (keptOf('F18').parts[nth]) return
    const seen = nothingSeen()
    // that a picture was not found would be a fault too
    allowFaults('no fault is allowed')
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
      patientId: group[1]?.slice(0, 30),
    })
    await server.as('firm_pilot').done(requests.raise, draft)
    for (const [product, email] of Object.entries(people)) {
      const page = await signedIn(email, null)
      await watched(page, seen)
      for (const [index, screen] of screens.filter((one) => one.product === product).entries()) {
        const path = `/dashboard/${product}/${screen.id}`
        if (index === 0) await page.goto(path)
        else await goInside(page, path)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(screen.title)
        await page.waitForLoadState('networkidle')
        seen.screens++
        await openFirstRows(page, seen)
      }
      await counted(page, seen)
      await page.context().close()
    }
    for (const { html } of server.mails.all.slice(before)) {
      seen.mails++
      seen.inMails += html.match(/<(script|img|svg|iframe|style|link|form|input)\b/gi)?.length ?? 0
    }
    expect([seen.ran, seen.reports, seen.inMails, seen.inFiles, neverTaken(seen)]).toEqual([0, [], 0, [], []])
    const { screens: opened, popups, mails, files } = seen
    keep('F18', nth, {
      ...{ payloads: group.length, screens: opened, popups, mails, files },
      ...{ fieldsLeast: seen.taken.size, minutes: minutesSince(seen.began) },
    })
  })
}

/** What stands behind the first rows of a list: all there is of one. */
async function openFirstRows(page: Page, seen: Seen): Promise<void> {
  const rows = page.locator('[data-row] button[aria-haspopup="dialog"]:visible')
  for (let at = 0; at < Math.min(3, await rows.count()); at++) {
    await rows.nth(at).click()
    if (!(await page.getByRole('dialog').isVisible())) continue
    seen.popups++
    await page.keyboard.press('Escape')
  }
}

test('F18 scripts ran nowhere', () => {
  const kept = Object.values(keptOf('F18').parts)
  expect(kept.length, 'all groups are done').toBe(groups.length)
  const { payloads: sent, fieldsLeast, screens: opened, popups, mails, files, minutes = 0 } = added(kept)
  tell({
    id: 'F18',
    promise: 'scripts that ran',
    target: `${payloads.length} payloads in every text field of the contract, on every screen, in mails, certificates, invoices, sheets, registers, slips, labels and downtime packs: no dialog, no report, no markup, no action`,
    seen: `${sent} payloads in ${fieldsLeast} fields, ${opened} screens and ${popups} popups opened, ${mails} mails and ${files} PDFs and sheets read: none ran, no report, none in mails, none in files, no field not written`,
    isMet: true,
    minutes,
  })
  forget('F18')
})
