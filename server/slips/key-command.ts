import { type Db, openDatabase } from '../db/database.ts'
import { operatorOn } from '../db/operator.ts'
import { type BankKey, keyStore, keyWriter } from './key-store.ts'
import { addKey } from './signing.ts'

const usage = [
  'npm run slip-keys -- list [BANK]          the keys that sign slips, of all blood banks or of one',
  'npm run slip-keys -- retire BANK KEY      it signs no more; what it signed stays good; a new one is made',
  'npm run slip-keys -- compromise BANK KEY  others may have it: nothing it ever signed is good; a new one is made',
].join('\n')

export type KeyParts = {
  databaseUrl: string
  secret: string
  now: Date
  say: (line: string) => void
}

const acts = { retire: 'slip-key-retired', compromise: 'slip-key-compromised' } as const
type Act = keyof typeof acts
const isAct = (word: string): word is Act => Object.hasOwn(acts, word)

/** The keys with which banks sign slips, for an operator (ruling AMB-333). 0: done; 1: refused; 2: asked wrongly. */
export async function keyCommand(args: readonly string[], parts: KeyParts): Promise<number> {
  const [act = '', bankId = '', kid = ''] = args
  const isListing = act === 'list' && args.length <= 2
  if (!isListing && !(isAct(act) && args.length === 3)) {
    parts.say(usage)
    return 2
  }
  const database = openDatabase(parts.databaseUrl, { connections: 2 })
  const run = isAct(act)
    ? withdraw(database.db, parts, act, { bankId, kid })
    : list(database.db, parts, bankId)
  return run.finally(database.close)
}

async function list(db: Db, { say }: KeyParts, bankId: string): Promise<number> {
  const keys = (await keyStore(db).publicHalves()).filter((key) => bankId === '' || key.bankId === bankId)
  if (keys.length === 0) say('No key yet: a blood bank gets its first with its first slip.')
  for (const key of keys) say(`${key.bankId}  ${key.kid}  made ${day(key.madeAt)}  ${standOf(key)}`)
  return 0
}

const day = (at: Date): string => at.toISOString()

function standOf({ retiredAt, compromisedAt }: Pick<BankKey, 'retiredAt' | 'compromisedAt'>): string {
  if (compromisedAt) return `not trusted since ${day(compromisedAt)}`
  return retiredAt ? `retired ${day(retiredAt)}` : 'in use'
}

/** One that was retired may turn out to be known to others; what others may have is never trusted again. */
async function withdraw(
  db: Db,
  { say, now, secret }: KeyParts,
  act: Act,
  { bankId, kid }: Pick<BankKey, 'bankId' | 'kid'>,
): Promise<number> {
  const { refusal, next } = await operatorOn(db)(now, async (work) => {
    const writer = keyWriter(work)
    const key = await writer.lock(bankId, kid)
    if (!key) return { refusal: `${bankId} has no key ${kid}.`, next: null }
    if (key.compromisedAt || (act === 'retire' && key.retiredAt))
      return { refusal: `${kid} is ${standOf(key)} already.`, next: null }
    const retiredAt = key.retiredAt ?? now
    await writer.withdraw({ kid, retiredAt, compromisedAt: act === 'compromise' ? now : null })
    await work.record({ kind: acts[act], subjectId: kid, bankId, detail: {} })
    const inUse = await keyStore(work.db).inUse(bankId)
    return { refusal: null, next: inUse?.kid ?? (await addKey(work, secret, bankId)) }
  })
  if (refusal !== null) {
    say(refusal)
    return 1
  }
  say(
    act === 'retire'
      ? `${kid} signs no more; slips it signed until now stay good.`
      : `${kid} is not trusted since ${day(now)}: every slip it signed is told to be refused, on phones as soon as they have a signal.`,
  )
  say(`${bankId} signs with ${next} from now on.`)
  return 0
}
