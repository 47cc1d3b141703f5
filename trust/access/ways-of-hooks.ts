import { aHook, aHookDraft } from '#testing/makers/hooks.ts'
import type { House } from './house.ts'
import { banks, type Kind } from './who-may.ts'
import { bankOf, hospitalOf, type Way } from './wishes.ts'

const placeOf = (kind: Kind): string | null => {
  if (kind === 'provider') return null
  return banks.includes(kind) ? bankOf(kind) : hospitalOf(kind)
}

/** No more than ten may be of one place. */
async function room({ service: { db } }: House): Promise<void> {
  const { id } = await db
    .selectFrom('hooks')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  await db
    .deleteFrom('hooks')
    .where('id', '<', (id ?? 0) - 5)
    .execute()
}

const theirs = async (house: House, kind: Kind) => {
  await room(house)
  return aHook(house.service.db, placeOf(kind))
}

export const waysOfHooks: Record<string, Way> = {
  'hooks.make': async (house) => {
    await room(house)
    return { input: aHookDraft() }
  },
  'hooks.change': async (house, kind) => ({ input: { ...aHookDraft(), ...(await theirs(house, kind)) } }),
  'hooks.switch': async (house, kind) => ({ input: { ...(await theirs(house, kind)), isOn: false } }),
  'hooks.turn': async (house, kind) => ({ input: await theirs(house, kind) }),
  'hooks.deliveries': async (house, kind) => ({ input: { id: (await theirs(house, kind)).id } }),
  'hooks.tryIt': async (house, kind) => {
    await house.forgetLimits()
    return { input: { id: (await theirs(house, kind)).id } }
  },
  'hooks.replay': async (house, kind) => ({
    input: { id: (await theirs(house, kind)).id, from: house.now().toISOString() },
  }),
}
