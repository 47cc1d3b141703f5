import { describe, expect, test } from 'vitest'
import type { ShelfBag } from '#contract/bags.ts'
import type { IntakeDefaults } from '#domain/bags/intake.ts'
import { checkCharacter } from '#domain/bags/isbt.ts'
import { usualLives } from '#domain/bags/lives.ts'
import { instantOf } from '#domain/basics/time.ts'
import {
  change,
  emptyIntake,
  hasEnd,
  type Intake,
  moreText,
  remove,
  settle,
  shownLines,
  takeScan,
} from './intake-lines.ts'

const at = instantOf('2026-11-16', '10:42')
const defaults: IntakeDefaults = {
  component: 'PRBC',
  anticoagulant: 'SAGM',
  collectedOn: '2026-11-15',
  place: 'Fridge 2',
}
const rules = { lives: usualLives, products: { E0336: 'PRBC' as const } }
const number = 'A999926014467'

const scanned = (...scans: string[]): Intake =>
  scans.reduce((intake, scan) => {
    const next = takeScan(intake, scan, defaults)
    if ('code' in next) throw new Error(next.code)
    return next
  }, emptyIntake)
const shown = (intake: Intake) => shownLines(intake, { defaults, rules, at })
const codes = (intake: Intake) => shown(intake).map(({ wrong }) => wrong?.code ?? null)

describe('AMB-219 scans of a hand scanner', () => {
  test('a number makes a line, a group fills it, and it is ready', () => {
    const intake = scanned(`=${number}00`, '=%6200')
    expect(shown(intake)).toMatchObject([
      { line: { number, bloodGroup: 'A+', component: 'PRBC' }, wrong: null },
    ])
    expect(shown(intake)[0]?.expiresAt).toEqual(instantOf('2026-12-27', '23:59'))
  })

  test('the group may be typed', () => {
    expect(shown(scanned(number, 'o-'))).toMatchObject([{ line: { bloodGroup: 'O-' }, wrong: null }])
  })

  test('a line without a group says so', () => {
    expect(codes(scanned(number))).toEqual(['group-missing'])
  })

  test.each([
    ['=%6200', 'another-label'],
    ['=>026361', 'another-label'],
    ['A+', 'another-label'],
    ['', 'nothing-read'],
    ['?', 'not-a-number'],
  ])('%j without a bag in the hand makes no line', (scan, code) => {
    expect(takeScan(emptyIntake, scan, defaults)).toMatchObject({ code })
  })

  test('the group of the next bag, whose number was not scanned, is not written over this one', () => {
    expect(takeScan(scanned(number, '=%6200'), '=%5100', defaults)).toMatchObject({ code: 'label-differs' })
  })

  test('a wrong check character is a line that is not sent, and goes when the number is right', () => {
    const wrong = `${number}${checkCharacter(number) === 'K' ? 'L' : 'K'}`
    const intake = scanned(wrong)
    expect(codes(intake)).toEqual(['check-wrong'])
    expect(shown(intake)[0]?.line).toBeNull()
    const next = takeScan(intake, number, defaults)
    expect('entries' in next && next.entries).toHaveLength(1)
  })

  test('the same bag again is a twin, another component of the donation is not', () => {
    expect(codes(scanned(number, 'A+', number, 'A+'))).toEqual(['twin-in-list', null])
    const other = scanned(number, 'A+', number, 'A+', '=<E0336V0B')
    expect(codes(other)).toEqual([null, null])
  })

  test('AMB-350 the square of the bag in the hand fills its line, that of another begins one', () => {
    const square = (of: string) => `=+02000=${of}00=%6200`
    expect(shown(scanned(`=${number}00`, square(number)))).toMatchObject([
      { line: { number, bloodGroup: 'A+' }, wrong: null },
    ])
    expect(codes(scanned(`=${number}00`, square('A999926014468')))).toEqual([null, 'group-missing'])
    expect(codes(scanned(square(number), `=${number}00`))).toEqual(['group-missing', null])
  })

  test('a bag that the bank has is a twin as soon as that is known', () => {
    const twin = { component: 'PRBC', division: '', takenAt: at, takenBy: 'r', place: '', state: 'held' }
    const intake = scanned(number, 'A+')
    expect(codes(change(intake, 1, { known: [twin as ShelfBag] }))).toEqual(['twin'])
    expect(codes(change(intake, 1, { known: [{ ...twin, component: 'FFP' } as ShelfBag] }))).toEqual([null])
  })

  test('a product code that nobody has named asks once', () => {
    const intake = scanned(number, 'A+', '=<E9999V00')
    expect(shown(intake)).toMatchObject([{ productCode: 'E9999', wrong: { code: 'product-unknown' } }])
    const named = { ...rules, products: { E9999: 'FFP' as const } }
    expect(shownLines(intake, { defaults, rules: named, at })).toMatchObject([
      { productCode: null, wrong: null, line: { component: 'FFP' } },
    ])
  })

  test('what is chosen for the next bags does not change those before, but fills what was missing', () => {
    const none = { ...defaults, collectedOn: null }
    const intake = takeScan(emptyIntake, number, none) as Intake
    const later = { ...defaults, component: 'SDP' as const }
    expect(shownLines(intake, { defaults: later, rules, at })).toMatchObject([
      { line: { component: 'PRBC', collectedOn: '2026-11-15' } },
    ])
  })
})

describe('AMB-352 what is typed beside a line', () => {
  const typed = (said: object, ...scans: string[]) =>
    shown(change(scanned(number, 'A+', ...scans), 1, { said: { bloodGroup: 'A+', ...said } }))[0]

  test('is sent with it, and read while its fields are closed', () => {
    const said = { volumeMl: 280, segment: 'M6 41', donorFormId: '0123abcd' }
    const line = typed(said)?.line
    expect(line).toMatchObject(said)
    expect(line && moreText(line)).toBe('280 ml, segment M6 41, donor form 0123abcd')
    const bare = typed({})?.line
    expect(bare && moreText(bare)).toBe('')
  })

  test.each([
    [{ volumeMl: 20_000 }, 'volume-wrong'],
    [{ donorFormId: 'abc' }, 'donor-form-malformed'],
    [{ expiresAt: instantOf('2027-11-16', '23:59') }, 'expiry-too-late'],
    [{ expiresAt: instantOf('2026-12-01', '23:59') }, undefined],
  ])('is held against the rules: %j', (said, code) => {
    expect(typed(said)?.wrong?.code).toBe(code)
  })

  test('an end that is scanned counts, whatever was typed', () => {
    const said = { expiresAt: instantOf('2026-12-20', '23:59') }
    const one = typed(said, '=>026335')
    expect(one?.expiresAt).toEqual(instantOf('2026-12-01', '23:59'))
    expect(one && hasEnd(one.entry)).toBe(true)
    expect(typed(said)?.expiresAt).toEqual(said.expiresAt)
  })
})

test('AMB-219 what was saved goes, what was refused stays with its reason until it is changed', () => {
  const intake = scanned('RB26-1', 'A+', 'RB26-2', 'A+')
  const refusal = { code: 'of-another-bank', title: 'Of Another', text: 'There' }
  const left = settle(intake, intake.entries, [
    { bag: null, refusal },
    { bag: {}, refusal: null },
  ])
  expect(codes(left)).toEqual(['of-another-bank'])
  expect(codes(change(left, 2, {}))).toEqual([null])
  expect(remove(left, 2).entries).toEqual([])
})
