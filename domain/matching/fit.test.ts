import { describe, expect, test } from 'vitest'
import { type ShelfComponent, type ShelfGroup, shelfComponents, shelfGroups } from '../bags/kinds.ts'
import { bloodGroups } from '../basics/blood.ts'
import { sexes } from '../basics/person.ts'
import { type FitPatient, fitOf, fitText, fitWords } from './fit.ts'

const patient = (group: ShelfGroup | null, change: Partial<FitPatient> = {}): FitPatient => ({
  group,
  sex: 'Male',
  age: 60,
  ...change,
})
const bag = (bloodGroup: ShelfGroup) => ({ bloodGroup, attributes: [] })
const levelOf = (component: ShelfComponent, one: FitPatient, group: ShelfGroup) =>
  fitOf(component, one, bag(group)).level

const letters = { best: 'b', ok: 'o', care: 'c', never: '-' }
const columns: ShelfGroup[] = ['O-', 'O+', 'A-', 'A+', 'B-', 'B+', 'AB-', 'AB+']

/** Patient down, bag across: best, ok, care, never. Written from the published lists, not from the code. */
const tables: [ShelfComponent, string][] = [
  [
    'PRBC',
    `     O-  O+  A-  A+  B-  B+ AB- AB+
    O-   b   c   -   -   -   -   -   -
    O+   o   b   -   -   -   -   -   -
    A-   o   c   b   c   -   -   -   -
    A+   o   o   o   b   -   -   -   -
    B-   o   c   -   -   b   c   -   -
    B+   o   o   -   -   o   b   -   -
    AB-  o   c   o   c   o   c   b   c
    AB+  o   o   o   o   o   o   o   b`,
  ],
  [
    'FFP',
    `     O-  O+  A-  A+  B-  B+ AB- AB+
    O-   b   b   o   o   o   o   o   o
    O+   b   b   o   o   o   o   o   o
    A-   -   -   b   b   c   c   o   o
    A+   -   -   b   b   c   c   o   o
    B-   -   -   c   c   b   b   o   o
    B+   -   -   c   c   b   b   o   o
    AB-  -   -   c   c   c   c   b   b
    AB+  -   -   c   c   c   c   b   b`,
  ],
  ...(['SDP', 'RDP'] as const).map((component): [ShelfComponent, string] => [
    component,
    `     O-  O+  A-  A+  B-  B+ AB- AB+
    O-   b   c   c   c   c   c   c   c
    O+   o   b   c   c   c   c   c   c
    A-   c   c   b   c   c   c   c   c
    A+   c   c   o   b   c   c   c   c
    B-   c   c   c   c   b   c   c   c
    B+   c   c   c   c   o   b   c   c
    AB-  c   c   c   c   c   c   b   c
    AB+  c   c   c   c   c   c   o   b`,
  ]),
]
const cases = tables.flatMap(([component, table]) =>
  table
    .split('\n')
    .slice(1)
    .flatMap((row) => {
      const [group, ...levels] = row.trim().split(/\s+/)
      return levels.map(
        (level, at) => [component, group as ShelfGroup, columns[at] as ShelfGroup, level] as const,
      )
    }),
)

describe('the 256 cases', () => {
  test('are four components, eight patients and eight bags', () => {
    expect(cases).toHaveLength(256)
    expect(new Set(cases.map(([component, group, given]) => `${component} ${group} ${given}`)).size).toBe(256)
    expect(new Set(cases.map(([, group]) => group))).toEqual(new Set(bloodGroups))
  })

  test.each(cases)('%s for %s of %s: %s', (component, group, given, level) => {
    for (const sex of sexes)
      for (const age of [1, 18, 19, 50, 51, 90])
        expect(letters[levelOf(component, patient(group, { sex, age }), given)]).toBe(level)
  })

  test('cryoprecipitate is as plasma is, whole blood identical alone', () => {
    for (const group of bloodGroups)
      for (const given of bloodGroups) {
        expect(fitOf('CRYO', patient(group), bag(given))).toEqual(fitOf('FFP', patient(group), bag(given)))
        expect(levelOf('WB', patient(group), given)).toBe(group === given ? 'best' : 'never')
      }
  })
})

describe('Bombay', () => {
  test.each(shelfComponents)('%s: its own alone, and nobody else gets it', (component) => {
    for (const group of shelfGroups)
      for (const own of ['Oh+', 'Oh-'] as const) {
        expect(levelOf(component, patient(own), group)).toBe(own === group ? 'best' : 'never')
        expect(levelOf(component, patient(group), own)).toBe(own === group ? 'best' : 'never')
      }
    expect(levelOf(component, patient(null), 'Oh-')).toBe('never')
  })

  test('the reason says whose it is', () => {
    expect(fitOf('PRBC', patient('Oh-'), bag('O-')).reason).toBe('bombay-patient')
    expect(fitOf('PRBC', patient('Oh-'), bag('Oh+')).reason).toBe('bombay-patient')
    expect(fitOf('PRBC', patient('O-'), bag('Oh-')).reason).toBe('bombay-bag')
    expect(fitOf('PRBC', patient(null), bag('Oh-')).reason).toBe('bombay-bag')
  })
})

describe('an unknown group', () => {
  const people: [string, Partial<FitPatient>, isYoung: boolean][] = [
    ['a woman of 50', { sex: 'Female', age: 50 }, true],
    ['a woman of 51', { sex: 'Female', age: 51 }, false],
    ['a girl of 1', { sex: 'Female', age: 1 }, true],
    ['a man of 18', { sex: 'Male', age: 18 }, true],
    ['a man of 19', { sex: 'Male', age: 19 }, false],
    ['another of 50', { sex: 'Others', age: 50 }, true],
    ['another of 51', { sex: 'Others', age: 51 }, false],
  ]
  test.each(people)('red cells for %s', (_, who, isYoung) => {
    const levels = columns.map((group) => letters[levelOf('PRBC', patient(null, who), group)]).join('')
    expect(levels).toBe(isYoung ? 'bc------' : 'ob------')
  })

  test.each([
    ['FFP', '--cc--bb'],
    ['SDP', 'cccccccc'],
    ['WB', '--------'],
    ['CRYO', '--cc--bb'],
    ['RDP', 'cccccccc'],
  ] as const)('%s by the bag, O- to AB+: %s', (component, wanted) => {
    const levels = columns.map((group) => letters[levelOf(component, patient(null), group)])
    expect(levels.join('')).toBe(wanted)
  })
})

describe('Rh positive for who may bear children', () => {
  test.each([
    ['PRBC', 'A-', 'A+'],
    ['PRBC', 'A-', 'O+'],
    ['PRBC', null, 'O+'],
    ['SDP', 'A-', 'A+'],
    ['RDP', 'A-', 'B+'],
  ] as const)('%s for %s of %s rings for women to 50, and for no one else', (component, group, given) => {
    const rings = (sex: FitPatient['sex'], age: number) =>
      fitOf(component, patient(group, { sex, age }), bag(given)).isAlarming
    expect([rings('Female', 50), rings('Female', 51)]).toEqual([true, false])
    expect([rings('Others', 50), rings('Others', 51)]).toEqual([true, false])
    expect([rings('Male', 10), rings('Male', 40)]).toEqual([false, false])
  })

  test('nothing else rings', () => {
    const young = { sex: 'Female', age: 30 } as const
    for (const [component, group, given] of [
      ['PRBC', 'A-', 'O-'],
      ['PRBC', 'A+', 'A-'],
      ['FFP', 'A-', 'A+'],
      ['SDP', 'A+', 'B+'],
      ['SDP', 'A-', 'B-'],
      ['PRBC', null, 'O-'],
    ] as const)
      expect(fitOf(component, patient(group, young), bag(given)).isAlarming).toBe(false)
  })
})

describe('what comes first within a level', () => {
  const order = (component: ShelfComponent, group: ShelfGroup | null, level: string, given = columns) =>
    given
      .map((one) => ({ one, ...fitOf(component, patient(group), bag(one)) }))
      .filter((one) => one.level === level)
      .sort((a, b) => a.rank - b.rank)
      .map(({ one }) => one)

  test.each([
    ['PRBC', 'AB+', 'ok', ['AB-', 'A+', 'A-', 'B+', 'B-', 'O+', 'O-']],
    ['PRBC', 'A+', 'ok', ['A-', 'O+', 'O-']],
    ['PRBC', 'AB-', 'care', ['AB+', 'A+', 'B+', 'O+']],
    ['FFP', 'A-', 'best', ['A-', 'A+']],
    ['FFP', 'O+', 'ok', ['A-', 'A+', 'B-', 'B+', 'AB-', 'AB+']],
    ['FFP', 'AB+', 'care', ['A-', 'A+', 'B-', 'B+']],
    ['SDP', 'O+', 'care', ['A-', 'A+', 'B-', 'B+', 'AB-', 'AB+']],
    ['SDP', 'A+', 'care', ['B-', 'B+', 'O-', 'O+', 'AB-', 'AB+']],
    ['SDP', 'B+', 'care', ['A-', 'A+', 'O-', 'O+', 'AB-', 'AB+']],
    ['SDP', 'AB+', 'care', ['A-', 'A+', 'B-', 'B+', 'O-', 'O+']],
    ['SDP', null, 'care', ['AB-', 'AB+', 'A-', 'A+', 'B-', 'B+', 'O-', 'O+']],
  ] as const)('%s for %s, %s: %s', (component, group, level, wanted) => {
    expect(order(component, group, level)).toEqual(wanted)
  })
})

describe('the reason in words', () => {
  test.each([
    ['PRBC', 'O+', 'O+', 'O POS, identical'],
    ['PRBC', 'O+', 'O-', 'O NEG, fits, spare for Rh-negative patients'],
    ['PRBC', 'A-', 'O-', 'O NEG, fits'],
    ['PRBC', 'A+', 'B+', 'B POS, never: the patient’s blood destroys these red cells'],
    ['FFP', 'A+', 'O+', 'O POS, never: this plasma destroys the patient’s red cells'],
    ['FFP', 'A+', 'A-', 'A NEG, same ABO group; Rh is not matched for plasma'],
    ['SDP', 'A+', 'O+', 'O POS, another group, not marked as low titre: with care'],
    ['SDP', 'A+', 'B+', 'B POS, another group: with care'],
  ] as const)('%s for %s of %s: %s', (component, group, given, text) => {
    expect(fitText(bag(given), fitOf(component, patient(group), bag(given)))).toBe(text)
  })

  test('platelets of O that are marked as low titre', () => {
    const marked = { bloodGroup: 'O+', attributes: ['low-titre'] } as const
    expect(fitOf('SDP', patient('A+'), marked).reason).toBe('platelets-care')
  })

  test('what nobody has checked says so', () => {
    const asked = Object.entries(fitWords).filter(([, text]) => text.includes('Ask your doctor'))
    expect(asked.map(([reason]) => reason)).toEqual(['bombay-patient', 'bombay-bag', 'whole-blood'])
  })
})
