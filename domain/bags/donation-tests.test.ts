import { describe, expect, test } from 'vitest'
import { aBag, clearTests } from '#testing/makers/bags.ts'
import { conflictsIn } from '#testing/makers/rules.ts'
import { say } from '../basics/refusal.ts'
import { instantOf } from '../basics/time.ts'
import { type Bag, type BagState, bagStates } from './bag.ts'
import {
  DonationResult,
  discardDonation,
  isOfDonation,
  isUsable,
  mandatoryTests,
  sameElsewhere,
  standOf,
  testWords,
  whyNotRecordResult,
  whyNotRelease,
  whyNotUse,
} from './donation-tests.ts'

const now = instantOf('2026-11-16', '10:00')
const waiting = aBag({ state: 'quarantine', bloodGroup: 'O+' })
const clear = clearTests('O+')

describe('where a donation stands', () => {
  test('it waits for five tests and its group', () => {
    expect(standOf([])).toEqual({ kind: 'waiting', missing: [...mandatoryTests, 'group'] })
    expect(standOf(clear)).toEqual({ kind: 'clear', group: 'O+' })
  })

  test.each([...mandatoryTests, 'group'] as const)('it waits without %s', (missing) => {
    const results = clear.filter((one) => one.test !== missing)
    expect(standOf(results)).toEqual({ kind: 'waiting', missing: [missing] })
    const refusal = whyNotRelease(waiting, results, now)
    expect(refusal && say(testWords, refusal).text).toContain(`for this donation: ${missing}.`)
  })

  test.each([...mandatoryTests, 'NAT'] as const)(
    'it is reactive by %s alone, whatever else is missing',
    (by) => {
      const reactive: DonationResult = { test: by, result: 'reactive' }
      expect(standOf([reactive])).toEqual({ kind: 'reactive', tests: [by] })
      expect(standOf([...clear, reactive])).toEqual({ kind: 'reactive', tests: [by] })
      expect(standOf([reactive, ...clear])).toEqual({ kind: 'reactive', tests: [by] })
    },
  )

  test('NAT is not waited for, and the group recorded last counts', () => {
    expect(standOf([...clear, { test: 'NAT', result: 'negative' }]).kind).toBe('clear')
    expect(standOf([...clear, { test: 'group', result: 'A+' }])).toEqual({ kind: 'clear', group: 'A+' })
  })
})

describe('releasing', () => {
  test('a whole, living bag in quarantine', () => {
    expect(whyNotRelease(waiting, clear, now)).toBeNull()
  })

  test.each(bagStates.filter((state) => state !== 'quarantine'))('not what is %s', (state) => {
    expect(whyNotRelease({ ...waiting, state }, clear, now)?.code).toBe('bag-elsewhere')
  })

  test('not what has expired, though it be reactive as well', () => {
    const reactive: DonationResult[] = [{ test: 'HIV', result: 'reactive' }]
    expect(whyNotRelease(waiting, reactive, waiting.expiresAt)?.code).toBe('bag-expired')
  })

  test('not a reactive one: the tests are named', () => {
    const refusal = whyNotRelease(
      waiting,
      [...clear, { test: 'malaria', result: 'reactive' }, { test: 'HIV', result: 'reactive' }],
      now,
    )
    expect(refusal && say(testWords, refusal).text).toContain('reactive (HIV, malaria)')
  })

  test('not while label and test differ, in ABO or Rh', () => {
    for (const group of ['O-', 'A+', 'Oh+'] as const) {
      const refusal = whyNotUse(waiting, clearTests(group))
      expect(refusal?.code).toBe('group-differs')
    }
    const refusal = whyNotUse(waiting, clearTests('O-'))
    expect(refusal && say(testWords, refusal).text).toContain(
      'The label says O POS, the test of this donation O NEG.',
    )
  })

  test('usable is what is alive and clear', () => {
    expect(isUsable(waiting, clear, now)).toBe(true)
    expect(isUsable(waiting, clear, waiting.expiresAt)).toBe(false)
    expect(isUsable(waiting, [], now)).toBe(false)
  })
})

describe('recording', () => {
  const inState = (...states: BagState[]) => states.map((state) => ({ state }))

  test('a result, and a reactive one at any time', () => {
    expect(whyNotRecordResult({ test: 'HIV', result: 'negative' }, [], [])).toBeNull()
    expect(whyNotRecordResult({ test: 'HIV', result: 'reactive' }, clear, inState('issued'))).toBeNull()
  })

  test('nothing takes a reactive one back', () => {
    const results: DonationResult[] = [{ test: 'HIV', result: 'reactive' }]
    expect(whyNotRecordResult({ test: 'HIV', result: 'negative' }, results, [])?.code).toBe('reactive-stays')
    expect(whyNotRecordResult({ test: 'group', result: 'O+' }, results, [])?.code).toBe('reactive-stays')
    expect(whyNotRecordResult({ test: 'HCV', result: 'reactive' }, results, [])).toBeNull()
  })

  test.each(bagStates)('another group while a bag is %s', (state) => {
    const isFree = ['quarantine', 'discarded', 'expired'].includes(state)
    const bags = inState('quarantine', state)
    const refusal = whyNotRecordResult({ test: 'group', result: 'A+' }, clear, bags)
    expect(refusal).toEqual(
      isFree ? null : { code: 'group-released', field: 'result', values: { group: 'O POS' } },
    )
    expect(whyNotRecordResult({ test: 'group', result: 'O+' }, clear, bags)).toBeNull()
    expect(whyNotRecordResult({ test: 'group', result: 'A+' }, [], bags)).toBeNull()
    expect(whyNotRecordResult({ test: 'HIV', result: 'negative' }, clear, bags)).toBeNull()
  })

  test.each([
    [{ test: 'HIV', result: 'negative' }, true],
    [{ test: 'group', result: 'Oh-' }, true],
    [{ test: 'group', result: 'negative' }, false],
    [{ test: 'HIV', result: 'O+' }, false],
    [{ test: 'dengue', result: 'negative' }, false],
    [{ test: 'HIV', result: 'negative', by: 'me' }, false],
  ])('%j is a result: %s', (result, is) => {
    expect(DonationResult.safeParse(result).success).toBe(is)
  })
})

test('a reactive donation goes in one act, and what is out is called back', () => {
  const bags = bagStates.map((state) => aBag({ id: state, state }))
  const { discarded, toCallBack } = discardDonation(bags)
  expect(discarded.map(({ id, state }) => [id, state])).toEqual(
    ['quarantine', 'available', 'held', 'returned'].map((id) => [id, 'discarded']),
  )
  expect(toCallBack.map(({ id }) => id)).toEqual([
    'issued',
    'received',
    'transfused',
    'transferred',
    'missing',
  ])
})

describe('AMB-364 the same donation at other banks', () => {
  const at = (bankId: string, change: Partial<Bag> = {}) =>
    aBag({ id: `${bankId} ${change.component ?? 'PRBC'} ${change.fromBankId ?? ''}`, bankId, ...change })
  const own = { number: 'RB26-7', numberKind: 'own' } as const
  const found = (bankId: string, bags: readonly Bag[]) => sameElsewhere(bankId, bags).map(({ id }) => id)

  test.each([{ ...own }, {}])('is reached from whoever found it, up and down: %j', (kind) => {
    const [kept, sent, sentOn] = [
      at('redbank', kind),
      at('redbank', { ...kind, component: 'RDP', state: 'transferred' }),
      at('redbank', { ...kind, component: 'CRYO', state: 'transferred' }),
    ]
    const [blue, green] = [
      at('bluebank', { ...kind, component: 'RDP', fromBankId: 'redbank' }),
      at('greenbank', { ...kind, component: 'CRYO', fromBankId: 'redbank' }),
    ]
    const all = [kept, sent, sentOn, blue, green]
    for (const { bankId } of all)
      expect(found(bankId, all)).toEqual(all.filter((bag) => bag.bankId !== bankId).map(({ id }) => id))
    expect(found('nobank', all)).toEqual([])
  })

  test('a number of its own is another donation where it did not come from there', () => {
    // what came from Redbank went on, and then Bluebank had the number for a donor of its own
    const all = [
      at('redbank', { ...own, state: 'transferred' }),
      at('bluebank', { ...own, state: 'transferred', fromBankId: 'redbank' }),
      at('bluebank', { ...own, component: 'FFP' }),
      at('greenbank', { ...own, fromBankId: 'bluebank' }),
      at('yellowbank', own),
    ]
    expect(found('greenbank', all)).toEqual(['redbank PRBC ', 'bluebank PRBC redbank'])
    expect(found('yellowbank', all)).toEqual([])
  })

  test('there and back again', () => {
    const all = [
      at('redbank', { ...own, state: 'transferred' }),
      at('redbank', { ...own, component: 'FFP' }),
      at('bluebank', { ...own, state: 'transferred', fromBankId: 'redbank' }),
      at('redbank', { ...own, state: 'transferred', fromBankId: 'bluebank' }),
      at('greenbank', { ...own, fromBankId: 'redbank' }),
    ]
    expect(found('greenbank', all)).toHaveLength(4)
    expect(found('bluebank', all)).toHaveLength(4)
  })
})

test('AMB-365 what its donor form speaks against is not released, though its tests are clear', () => {
  const form = { status: 'rejected', bloodGroup: 'O+' } as const
  expect(whyNotRelease(waiting, clear, now, { ...form, status: 'complete' })).toBeNull()
  expect(whyNotRelease(waiting, clear, now, form)?.code).toBe('donor-form-rejected')
  expect(whyNotRelease(waiting, [], now, form)?.code).toBe('tests-missing')
})

test('a donation is a number at one bank, whatever the component', () => {
  expect(isOfDonation(waiting, { ...waiting, component: 'FFP' } as typeof waiting)).toBe(true)
  expect(isOfDonation(waiting, { ...waiting, bankId: 'bluebank' })).toBe(false)
  expect(isOfDonation(waiting, { ...waiting, number: 'RB26-1' })).toBe(false)
})

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(testWords)).toEqual([
    'bag-changed',
    'bag-elsewhere',
    'with-hospital',
    'bag-expired',
    'there-already',
    'group-released',
  ])
})

test('five infections are tested before anything leaves quarantine', () => {
  expect([...mandatoryTests]).toEqual(['HIV', 'HBsAg', 'HCV', 'syphilis', 'malaria'])
  for (const result of ['negative', 'reactive'])
    expect(DonationResult.safeParse({ test: 'NAT', result }).success).toBe(true)
})

test('all that is missing or reactive is named, and a result is refused at its field', () => {
  const reactive = [
    { test: 'HIV', result: 'reactive' },
    { test: 'HCV', result: 'reactive' },
  ] as const
  expect(whyNotUse({ bloodGroup: 'O+' }, reactive)?.values).toEqual({ tests: 'HIV, HCV' })
  expect(whyNotUse({ bloodGroup: 'O+' }, [])?.values).toEqual({
    missing: 'HIV, HBsAg, HCV, syphilis, malaria, group',
  })
  const refusal = whyNotRecordResult({ test: 'HIV', result: 'negative' }, reactive, [])
  expect(refusal).toEqual({ code: 'reactive-stays', field: 'result' })
})
