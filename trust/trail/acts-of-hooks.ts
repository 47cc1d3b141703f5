import { hooks } from '#contract/hooks.ts'
import { aHook, aHookDraft } from '#testing/makers/hooks.ts'
import { aStaffedHospital } from '#testing/makers/makers.ts'
import type { Act, House } from './acting-house.ts'

async function head({ db, service }: House) {
  const { admin, hospital } = await aStaffedHospital(db)
  return { client: service.as(admin), hook: await aHook(db, hospital.id) }
}

/** Of hooks and what is sent to them. */
export const actsOfHooks: Record<string, Act> = {
  'hooks.make': async (house) => {
    const { client } = await head(house)
    return () => client.done(hooks.make, aHookDraft())
  },
  'hooks.change': async (house) => {
    const { client, hook } = await head(house)
    return () => client.done(hooks.change, { ...aHookDraft(), ...hook })
  },
  'hooks.switch': async (house) => {
    const { client, hook } = await head(house)
    return () => client.done(hooks.switch, { ...hook, isOn: false })
  },
  'hooks.turn': async (house) => {
    const { client, hook } = await head(house)
    return () => client.done(hooks.turn, hook)
  },
  'hooks.tryIt': async (house) => {
    const { client, hook } = await head(house)
    return () => client.done(hooks.tryIt, { id: hook.id })
  },
  'hooks.replay': async (house) => {
    const { client, hook } = await head(house)
    return () => client.done(hooks.replay, { id: hook.id, from: house.service.clock.now() })
  },
}
