import { drawingThreads } from '#server/documents/drawing.ts'
import { aService } from '#testing/harness/service.ts'
import { worldsOverHttp } from '#testing/life/by-http.ts'
import { worldOfRules } from '#testing/life/by-rules.ts'
import { walkAll } from '#testing/life/plans.ts'
import { figure } from './figure.ts'

type Size = { byRules: number; overHttp: number }

/** Lives differ in length; so many commands have they on average, a little less to be sure. */
const commandsOf = { byRules: 9, overHttp: 120 }

figure<Size>({
  id: 'F10',
  promise: 'the life of an order as a model says it',
  target: '1,000,000 commands by the rules, 20,000 over HTTP: no difference',
  small: { byRules: 900, overHttp: 0 },
  full: { parts: 10, size: { byRules: 100_000, overHttp: 2_000 }, minutes: 5 },
  async part(size) {
    const byRules = await walkAll(worldOfRules, {
      worlds: Math.ceil(size.byRules / commandsOf.byRules),
      orders: 1,
      rounds: { minLength: 1, maxLength: 16 },
    })
    return { byRules, overHttp: size.overHttp > 0 ? await walkedOverHttp(size.overHttp) : 0 }
  },
  whyMissed({ byRules = 0, overHttp = 0 }, size) {
    const wanted = size === 'full' ? { byRules: 1_000_000, overHttp: 20_000 } : { byRules: 1, overHttp: 0 }
    const isEnough = byRules >= wanted.byRules && overHttp >= wanted.overHttp
    return isEnough ? null : `only ${byRules} by the rules and ${overHttp} over HTTP`
  },
  say: ({ byRules, overHttp }) => `${byRules} commands by the rules, ${overHttp} over HTTP, no difference`,
})

async function walkedOverHttp(commands: number): Promise<number> {
  const drawing = drawingThreads()
  const service = await aService({ settings: { ROLE: 'web' }, drawing })
  const done = await walkAll(worldsOverHttp(service, drawing), {
    worlds: Math.ceil(commands / commandsOf.overHttp),
    orders: 10,
    rounds: { minLength: 8, maxLength: 16 },
  })
  await service.close()
  await drawing.close()
  return done
}
