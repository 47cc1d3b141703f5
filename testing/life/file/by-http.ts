import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { driving } from '#contract/driving.ts'
import { invoiceFiles } from '#contract/invoice-files.ts'
import { orders as orderRoutes } from '#contract/orders.ts'
import { pictures as pictureRoutes } from '#contract/pictures.ts'
import { invoiceOf } from '#domain/billing/invoicing.ts'
import { picturePath } from '#domain/requests/pictures.ts'
import type { Client } from '../../harness/client.ts'
import type { TestService } from '../../harness/service.ts'
import { aBank, aDriver, anAccount, aRequest, aStaffedHospital } from '../../makers/makers.ts'
import { aJpeg, aPdf, send } from '../../makers/pictures.ts'
import { instantAt } from '../time.ts'
import type { World } from '../walking.ts'
import { fileNameOf, typeOf } from './by-rules.ts'
import type { Act, Files, Got, Seen, Wish } from './model.ts'

type Order = Wish & { readonly id: string }

/** Worlds of one real service, each with people of its own. */
export function filesOverHttp(service: TestService): () => Promise<World<Files>> {
  return () => aWorld(service)
}

async function aWorld(service: TestService): Promise<World<Files>> {
  const { db } = service
  const hospitals = [await aStaffedHospital(db), await aStaffedHospital(db)]
  const banks = [(await aBank(db)).id, (await aBank(db)).id]
  for (const id of banks) await anAccount(db, { email: `${id}_bloodbank` })
  const drivers = [(await aDriver(db)).email, (await aDriver(db)).email]
  const provider = service.as('bloodsupport')
  const admins = new Map(hospitals.map(({ hospital, admin }) => [hospital.id, service.as(admin)]))
  const staff = new Map(hospitals.map(({ hospital, staff }) => [hospital.id, service.as(staff)]))
  const ofBanks = new Map(banks.map((id) => [id, service.as(`${id}_bloodbank`)]))
  const ofDrivers = new Map(drivers.map((email) => [email, service.as(email)]))
  const made: Order[] = []

  return {
    people: { hospitals: hospitals.map(({ hospital }) => hospital.id), banks, drivers },
    async begin(wish, now) {
      service.clock.standAt(instantAt(now))
      const status = 'hospital-admin-approved'
      const { id } = await aRequest(db, { status, hospitalId: wish.hospital }, instantAt(now))
      made.push({ ...wish, id })
    },
    act(at, act, now) {
      service.clock.standAt(instantAt(now))
      return actOn(made[at] as Order, act)
    },
    seen(now) {
      service.clock.standAt(instantAt(now))
      return Promise.all(made.map(seenIn))
    },
  }

  function rowOf(id: string) {
    return db.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  }

  async function actOn(order: Order, act: Act): Promise<string> {
    const { id } = order
    const { version } = await rowOf(id)
    switch (act.kind) {
      case 'move':
        return answerOf(await provider.call(orderRoutes.move, { id, version, status: act.status }))
      case 'link': {
        const wish = { bankId: act.bank, driverEmail: act.driver }
        return answerOf(await provider.call(orderRoutes.link, { id, version, ...wish }))
      }
      case 'invoice': {
        const { party, isOld } = act
        const what = { id, party, version: isOld ? version - 1 : version, fileName: fileNameOf('pdf', act) }
        const file = act.content === 'wrong' ? await aJpeg() : aPdf(`number ${act.number}.`)
        return answerOf(await untilTaken(() => send(provider, invoiceFiles.upload, what, file)))
      }
      case 'picture': {
        const what = { id, ...typeOf(act.type), fileName: fileNameOf('jpg', act) }
        const file = act.content === 'wrong' ? aPdf() : await aJpeg({ width: act.number, height: 8 })
        const driver = act.driver === null ? null : (ofDrivers.get(act.driver) as Client)
        return answerOf(
          await untilTaken(() =>
            driver
              ? send(driver, driving.picture, { ...what, seq: 1 }, file)
              : send(provider, pictureRoutes.upload, what, file),
          ),
        )
      }
      case 'lose':
        return lose(order, act.what)
    }
  }

  /** From the disk itself, behind everybody's back. */
  async function lose({ id }: Order, what: Extract<Act, { kind: 'lose' }>['what']): Promise<string> {
    const path =
      what === 'hospital' || what === 'bloodbank'
        ? invoiceOf(await rowOf(id), what)
        : picturePath(id, typeOf(what).state, typeOf(what).name)
    const place = path && (await service.placeOf(path).catch(() => null))
    if (!place) return 'nothing'
    return rm(place).then(
      () => 'done',
      () => 'nothing',
    )
  }

  async function seenIn({ id, hospital }: Order): Promise<Seen> {
    const other = hospitals.find((one) => one.hospital.id !== hospital)?.hospital.id ?? ''
    const both = async (client: Client): Promise<[Got, Got]> => [
      await invoiceTo(client, id, 'hospital'),
      await invoiceTo(client, id, 'bloodbank'),
    ]
    const clientOf = (clients: ReadonlyMap<string, Client>, name: string) => clients.get(name) as Client
    const [ofProvider, hospitalAdmin, hospitalStaff, otherHospital, ...strangers] = await Promise.all(
      [
        provider,
        clientOf(admins, hospital),
        clientOf(staff, hospital),
        clientOf(admins, other),
        ...ofDrivers.values(),
        service.anonymous,
      ].map(both),
    )
    const none: [Got, Got] = [null, null]
    const atBanks = await Promise.all(
      [...ofBanks].map(async ([bank, client]) => [bank, await both(client)] as const),
    )
    const others = [clientOf(admins, hospital), ...ofBanks.values(), ...ofDrivers.values(), service.anonymous]
    const tried = await Promise.all(others.map((one) => one.raw('GET', `/api/requests/${id}/pictures`)))
    return {
      provider: ofProvider ?? none,
      hospitalAdmin: hospitalAdmin ?? none,
      hospitalStaff: hospitalStaff ?? none,
      otherHospital: otherHospital ?? none,
      banks: Object.fromEntries(atBanks.filter(([, got]) => got.some((one) => one !== null))),
      strangers: strangers.flat(),
      ...(await picturesOf(id)),
      picturesOfOthers: tried.filter(({ status }) => status < 300).length,
    }
  }

  async function invoiceTo(client: Client, id: string, party: string): Promise<Got> {
    const { status, text } = await client.raw('GET', `/api/requests/${id}/invoices/${party}`)
    if (status >= 500) throw new Error(`answered ${status}`)
    return status === 200 ? Number(/number (\d+)\./.exec(text)?.[1]) : null
  }

  async function picturesOf(id: string) {
    const { items } = await provider.done(pictureRoutes.list, { id })
    const named = await Promise.all(
      items.map(async ({ state, name, seq, aside, takenBy }) => {
        const of = `?seq=${seq}&aside=${aside}`
        const { status, bytes } = await provider.raw(
          'GET',
          `/api/requests/${id}/pictures/${state}/${name}${of}`,
        )
        const driver = aside === 0 ? '' : ` of ${drivers.find((email) => email.startsWith(`${takenBy}@`))}`
        return [`${state} ${name}${driver}`, status === 200 ? await widthOf(bytes) : null] as const
      }),
    )
    const zip = await provider.raw('GET', `/api/requests/${id}/pictures.zip`)
    const inside = zip.status === 200 ? Object.values(unzipSync(zip.bytes)) : []
    const archive = await Promise.all(inside.map((bytes) => widthOf(Buffer.from(bytes))))
    return {
      pictures: Object.fromEntries(named.toSorted(([one], [other]) => (one < other ? -1 : 1))),
      archive: archive.sort((one, other) => one - other),
    }
  }
}

/** So many may be on their way for one account; the next is told to come back, and does. */
async function untilTaken(upload: () => Promise<{ status: number }>): Promise<{ status: number }> {
  for (;;) {
    const answer = await upload()
    if (answer.status !== 429) return answer
    await sleep(50)
  }
}

const widthOf = async (bytes: Buffer): Promise<number> => (await sharp(bytes).metadata()).width

function answerOf({ status }: { status: number }): string {
  if (status < 300) return 'done'
  if (status === 404) return 'unknown'
  if (status === 409) return 'stale'
  if (status === 422) return 'refused'
  throw new Error(`answered ${status}`)
}
