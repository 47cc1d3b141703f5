import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { say as inWords, no } from '#domain/basics/refusal.ts'
import { tidy } from '#domain/basics/text.ts'
import { linkHours } from '#domain/messages/resending.ts'
import {
  type AccountRefusal,
  accountWords,
  whyNotAddAccount,
  whyNotBeside,
  whyNotGrant,
} from '#domain/people/granting.ts'
import { isEmail } from '#domain/people/passwords.ts'
import { isReserved } from '#domain/people/registering.ts'
import {
  type Grant,
  grantFromEmail,
  localPart,
  organisationIn,
  Product,
  Role,
  supportName,
} from '#domain/people/roles.ts'
import { type Db, openDatabase } from '../db/database.ts'
import { operatorOn } from '../db/operator.ts'
import { dropOwn } from '../db/outbox.ts'
import type { Work } from '../db/work.ts'
import { linkTo } from '../messages/people.ts'
import { identityOn } from '../platform/identity/identity.ts'
import { addAccount, grantAccount, inShort } from './account-acts.ts'
import { accountCommandStore, type ListedAccount } from './account-command-store.ts'
import { accountStore, accountWriter } from './account-store.ts'
import { ownAccountWriter } from './own-account-store.ts'

const accountUsage = [
  'npm run account -- create EMAIL [--name NAME] [--product PRODUCT --role ROLE [--organisation ID]]',
  '    makes the account and prints a link that sets its first password',
  'npm run account -- grant EMAIL PRODUCT ROLE [ID]',
  '    what the account may do, and for which hospital or blood bank; without ID for its own',
  'npm run account -- reset EMAIL',
  '    prints a link that sets a new password; using it ends every session of the account',
  'npm run account -- lift EMAIL',
  '    takes its second factor away, for somebody who lost the phone and the backup codes',
  'npm run account -- sign-out EMAIL',
  '    ends every session of the account at once; its password stays',
  'npm run account -- list [SEARCH]',
  '    all accounts, or those with these letters in their e-mail or name',
  '',
  'PRODUCT is pilot, plus, bloodbank or admin (the provider; without ID), ROLE is admin or staff.',
  'Without a product the e-mail decides, as it does for everybody.',
].join('\n')

export type AccountParts = {
  databaseUrl: string
  secret: string
  publicUrl: string
  now: Date
  say: (line: string) => void
}

/** Asked in a way that no command knows. */
class WrongUse extends Error {}
/** Understood, and not done. */
class Refused extends Error {}

/** 0: done; 1: refused; 2: asked wrongly. */
export async function accountCommand(args: readonly string[], parts: AccountParts): Promise<number> {
  try {
    const asked = readArgs(args)
    const act = Object.hasOwn(acts, asked.act) ? acts[asked.act] : undefined
    if (!act) throw new WrongUse()
    await withDesk(parts, (desk) => act(desk, asked))
    return 0
  } catch (error) {
    if (error instanceof WrongUse) parts.say([error.message, accountUsage].filter(Boolean).join('\n\n'))
    else if (error instanceof Refused) parts.say(error.message)
    else throw error
    return error instanceof WrongUse ? 2 : 1
  }
}

type Asked = { act: string; words: string[]; options: Record<string, string | undefined> }

function readArgs(args: readonly string[]): Asked {
  const text = { type: 'string' } as const
  const options = { name: text, product: text, role: text, organisation: text }
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
    const [act = '', ...words] = positionals
    if (act !== 'create' && Object.keys(values).length > 0) throw new WrongUse()
    return { act, words, options: values }
  } catch {
    throw new WrongUse()
  }
}

type Desk = AccountParts & {
  db: Db
  invite(accountId: string): Promise<string>
  resetLink(email: string): Promise<string | null>
}

async function withDesk(parts: AccountParts, act: (desk: Desk) => Promise<void>): Promise<void> {
  const database = openDatabase(parts.databaseUrl, { connections: 2 })
  const links = new Map<string, string>()
  const identity = identityOn({
    pool: database.pool,
    secret: parts.secret,
    publicUrl: parts.publicUrl,
    // shown here and now, instead of sent
    onResetAsked: async (email, token) => void links.set(email, token),
  })
  try {
    await act({
      ...parts,
      db: database.db,
      invite: identity.invite,
      async resetLink(email) {
        await identity.askReset(email)
        return links.get(email) ?? null
      },
    })
  } finally {
    await database.close()
  }
}

const acts: Record<string, (desk: Desk, asked: Asked) => Promise<void>> = {
  create,
  grant,
  reset,
  lift,
  'sign-out': signOut,
  list,
}

async function create(desk: Desk, { words, options }: Asked): Promise<void> {
  const [typed, ...more] = words
  if (!typed || more.length > 0) throw new WrongUse()
  const email = typed.trim().toLowerCase()
  const name = tidy(options.name ?? localPart(email))
  const given = givenGrant(options)
  const wanted = given ?? grantFromEmail(email)
  await refuseNewAccount(desk.db, { email, name }, wanted)
  if (await accountCommandStore(desk.db).find(email)) refuse(no('email-in-use', 'email'))
  const accountId = randomUUID()
  const token = await desk.invite(accountId)
  await operatorOn(desk.db)(desk.now, async (work) => {
    await holding(work, wanted)
    if (wanted.organisationId !== null)
      refuse(whyNotBeside((await placeOf(work.db, wanted)).invitations, email))
    if (!(await addAccount(work, { id: accountId, email, name }, wanted, given)))
      refuse(no('email-in-use', 'email'))
  })
  desk.say(`The account ${email} was made: ${inFull(wanted)}.`)
  desk.say(`This link sets its first password, once, within ${linkHours.invitation} hours:`)
  desk.say(linkTo(desk.publicUrl, token))
}

/** Product and role together, or neither. */
function givenGrant(options: Asked['options']): Grant | null {
  const { product, role, organisation } = options
  if (product === undefined && role === undefined && organisation === undefined) return null
  if (product === undefined || role === undefined) throw new WrongUse('--product and --role belong together.')
  return grantOf(product, role, organisation ?? null)
}

function grantOf(typedProduct: string, typedRole: string, organisationId: string | null): Grant {
  const [product, role] = [Product.safeParse(typedProduct), Role.safeParse(typedRole)]
  if (!product.success) throw new WrongUse(`There is no product "${tidy(typedProduct)}".`)
  if (!role.success) throw new WrongUse(`There is no role "${tidy(typedRole)}".`)
  if (product.data !== 'admin') return { product: product.data, role: role.data, organisationId }
  if (organisationId !== null) throw new WrongUse('The provider belongs to no hospital or blood bank.')
  if (role.data !== 'admin') throw new WrongUse('The provider has admins only.')
  return { product: 'admin', role: 'admin', organisationId: null }
}

async function refuseNewAccount(
  db: Db,
  account: { email: string; name: string },
  wanted: Grant,
): Promise<void> {
  const { email } = account
  const isOnTheBooks = await accountStore(db).isOrganisation(organisationIn(email))
  if (!isEmail(email)) refuse(no('email-invalid', 'email'))
  if (wanted.product === 'admin') {
    // without its grant it would be somebody else; the provider's own name is what it should be
    if (localPart(email) !== supportName && isReserved(email, isOnTheBooks))
      refuse(no('email-reserved', 'email'))
    return
  }
  const place = await placeOf(db, wanted)
  refuse(whyNotAddAccount({ ...account, product: wanted.product, role: wanted.role }, place, isOnTheBooks))
}

async function placeOf(db: Db, { organisationId }: Grant) {
  if (organisationId === null) throw new WrongUse('Of which hospital or blood bank?')
  const place = await accountStore(db).find(organisationId)
  if (!place) throw new Refused(`There is no hospital or blood bank ${tidy(organisationId)}.`)
  return place
}

async function grant(desk: Desk, { words }: Asked): Promise<void> {
  const [email, product, role, organisation, ...more] = words
  if (!email || !product || !role || more.length > 0) throw new WrongUse()
  const wish = grantOf(product, role, organisation ?? null)
  const account = await accountOf(desk.db, email)
  if (account.isDriver) throw new Refused(`${account.email} is a driver: that is all it can be.`)
  const wanted: Grant =
    wish.product === 'admin'
      ? wish
      : { ...wish, organisationId: wish.organisationId ?? account.grant?.organisationId ?? null }
  await refuseGrant(desk.db, account, wanted)
  await operatorOn(desk.db)(desk.now, async (work) => {
    await holding(work, wanted, account)
    const { grant: before } = account
    if (before && before.organisationId !== wanted.organisationId) {
      await accountWriter(work).leave(account.id, before.organisationId)
      if (before.organisationId !== null) await dropOwn(work.db, account.id, before.organisationId)
    }
    await grantAccount(work, account, wanted)
  })
  desk.say(`${account.email} was ${inFull(account.grant)}, and is now ${inFull(wanted)}.`)
}

/** Who belongs there already is only given another task; who comes from elsewhere is asked like a new one. */
async function refuseGrant(db: Db, account: ListedAccount, wanted: Grant): Promise<void> {
  if (localPart(account.email) === supportName && wanted.product !== 'admin') refuse(no('provider-stays'))
  if (wanted.product === 'admin' || wanted.organisationId !== account.grant?.organisationId)
    return refuseNewAccount(db, account, wanted)
  refuse(whyNotGrant((await placeOf(db, wanted)).kind, wanted))
}

async function reset(desk: Desk, { words }: Asked): Promise<void> {
  const [email, ...more] = words
  if (!email || more.length > 0) throw new WrongUse()
  const account = await accountOf(desk.db, email)
  const token = await desk.resetLink(account.email)
  if (token === null) throw new Refused(`No link could be made for ${account.email}.`)
  await operatorOn(desk.db)(desk.now, async (work) => {
    await holding(work, null, account)
    const detail = { email: account.email }
    await work.record({ subjectId: account.id, kind: 'account-reset-asked', detail })
  })
  desk.say(
    `This link sets a new password for ${account.email}, once, within the hour, and ends its sessions:`,
  )
  desk.say(linkTo(desk.publicUrl, token))
}

/** Whoever asks for this must be known by their voice or face: from then on the password alone opens the account. */
async function lift(desk: Desk, { words }: Asked): Promise<void> {
  const [email, ...more] = words
  if (!email || more.length > 0) throw new WrongUse()
  const account = await accountOf(desk.db, email)
  await operatorOn(desk.db)(desk.now, async (work) => {
    const writer = await ownAccountWriter(work, account.id)
    if (!(await writer.removeSecondFactor())) throw new Refused(`${account.email} has no second factor.`)
    const detail = { email: account.email }
    await work.record({ subjectId: account.id, kind: 'second-factor-removed', detail })
  })
  desk.say(`${account.email} signs in with the password alone until a second factor is added again.`)
}

async function signOut(desk: Desk, { words }: Asked): Promise<void> {
  const [email, ...more] = words
  if (!email || more.length > 0) throw new WrongUse()
  const account = await accountOf(desk.db, email)
  const ended = await operatorOn(desk.db)(desk.now, async (work) => {
    const writer = await ownAccountWriter(work, account.id)
    const count = await writer.endSessionsBut(null)
    const detail = { email: account.email, ended: count }
    if (count > 0) await work.record({ subjectId: account.id, kind: 'sessions-ended', detail })
    return count
  })
  desk.say(`${account.email} had ${ended} open ${ended === 1 ? 'session' : 'sessions'}; none is left.`)
}

const pageSize = 200

async function list({ db, say }: Desk, { words }: Asked): Promise<void> {
  const row = (...cells: string[]) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()
  say(row('E-MAIL', 'NAME', 'PRODUCT', 'ROLE', 'ORGANISATION', 'BY', 'PASSWORD'))
  for (let after: string | null = ''; after !== null; ) {
    const ask: { search: string; after: string; limit: number } = {
      search: words.join(' '),
      after,
      limit: pageSize,
    }
    const page = await accountCommandStore(db).list(ask)
    for (const { email, name, grant: held, isDriver, isGranted, hasPassword } of page) {
      const what = isDriver
        ? ['driver', '', '', '']
        : [
            held?.product ?? '-',
            held?.role ?? '-',
            held?.organisationId ?? '',
            isGranted ? 'grant' : 'e-mail',
          ]
      say(row(email, tidy(name), ...what, hasPassword ? 'set' : 'none'))
    }
    after = page.length < pageSize ? null : (page.at(-1)?.email ?? null)
  }
}
const widths = [40, 24, 9, 5, 16, 6, 8]

async function accountOf(db: Db, typed: string): Promise<ListedAccount> {
  const email = typed.trim().toLowerCase()
  const account = await accountCommandStore(db).find(email)
  if (!account) throw new Refused(`There is no account ${tidy(email)}.`)
  return account
}

/** The organisation is held while its accounts change, and the account itself, as it is for the Accounts screen. */
async function holding(work: Work, grant: Grant | null, account?: ListedAccount): Promise<void> {
  const writer = accountWriter(work)
  if (grant?.organisationId) await writer.lock(grant.organisationId)
  if (account) await writer.lockAccount(account.id)
}

function refuse(refusal: AccountRefusal | null): void {
  if (refusal === null) return
  const { title, text } = inWords(accountWords, refusal)
  throw new Refused(`${title}: ${text}`)
}

const inFull = (one: Grant | null): string =>
  one?.organisationId ? `${inShort(one)} of ${one.organisationId}` : inShort(one)
