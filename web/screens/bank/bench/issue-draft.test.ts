import { describe, expect, test } from 'vitest'
import type { BenchOrderView } from '#contract/matching.ts'
import { say } from '#domain/basics/refusal.ts'
import { instantOf } from '#domain/basics/time.ts'
import { whyOnHold } from '#domain/matching/bench-list.ts'
import { sampleWords } from '#domain/matching/sample.ts'
import { aBenchOrder, aHold, aTestedSample } from '#testing/makers/bench-views.ts'
import { heldUpElsewhere } from './bench-words.ts'
import { leftToDo, stillHeld } from './issue-draft.ts'

const now = instantOf('2026-11-16', '10:00')
const hold = aHold({ id: 'bag-1', number: 'B1', bankId: 'redbank', state: 'held' })
const match: BenchOrderView['matches'][number] = {
  ...{ id: 'm1', bagId: 'bag-1', bagNumber: 'B1', division: '', sampleId: 'sample-1' },
  ...{ method: 'gel', result: 'compatible', note: '', doneAt: now, doneBy: 'S. Meena' },
}
const ready = { holds: [hold], samples: [aTestedSample()], matches: [match] }
const out = (isInspected = true) => [{ bagId: 'bag-1', isInspected }]
const left = (
  change: Parameters<typeof aBenchOrder>[0],
  draft: Partial<Parameters<typeof leftToDo>[2]> = {},
  emergency: Parameters<typeof leftToDo>[3] = null,
) =>
  leftToDo(
    aBenchOrder(change),
    'redbank',
    { scanned: out(), checker: null, password: '', ...draft },
    emergency,
    now,
  )

test.each<[string, ReturnType<typeof left>, string[]]>([
  ['all is done', left(ready), []],
  ['nothing scanned', left(ready, { scanned: [] }), ['scan the bags that leave']],
  ['not looked at', left(ready, { scanned: out(false) }), ['inspect B1']],
  ['not matched', left({ ...ready, matches: [] }), ['cross-match B1']],
  ['no sample', left({ ...ready, samples: [] }), ['sample', 'cross-match B1']],
  ['no driver', left({ ...ready, driverName: null }), ['a driver, from the provider']],
  [
    'the group is not known',
    left({ ...ready, samples: [aTestedSample({ groupFound: null })] }),
    ['group of the sample'],
  ],
  ['a second person is asked for', left({ ...ready, secondChecker: true }), ['second person']],
  [
    'chosen, and no password typed',
    left({ ...ready, secondChecker: true }, { checker: 'other@bank.example' }),
    ['second person'],
  ],
  [
    'with their password',
    left({ ...ready, secondChecker: true }, { checker: 'other@bank.example', password: 'x' }),
    [],
  ],
  [
    'an emergency needs no sample',
    left({ holds: [hold] }, {}, { doctor: 'Dr. K. Meenakshi', reason: 'Bleeding' }),
    [],
  ],
])('%s', (_, found, wanted) => expect(found).toEqual(wanted))

describe('AMB-431 where a newer tube of another bank speaks against the one that is here', () => {
  const held = { ...ready, onHold: 'Another blood bank found A POS.' }

  test('it is said beside the button', () => {
    expect(left(held)).toEqual(['Another blood bank found A POS'])
  })

  test('nobody knows the group in an emergency: O alone leaves', () => {
    const emergency = { doctor: 'Dr. K. Meenakshi', reason: 'Bleeding' }
    const samples = [aTestedSample({ groupFound: 'A+' })]
    const found = { ...held, bloodGroup: 'A+' as const, samples }
    const one = { ...hold, bag: { ...hold.bag, bloodGroup: 'A+' as const } }
    expect(left({ ...found, onHold: null, holds: [one] }, {}, emergency)).toEqual([])
    expect(left({ ...found, holds: [one] }, {}, emergency)).toHaveLength(1)
    expect(left({ ...found, holds: [hold] }, {}, emergency)).toEqual([])
  })

  test('an order that the bank’s own tube holds up is not told as another bank’s', () => {
    const wrong = aTestedSample({ groupFound: 'A+' })
    const refusal = whyOnHold(aBenchOrder(), { ...wrong, requestId: 'x' }, now)
    const onHold = refusal && say(sampleWords, refusal).text
    expect(heldUpElsewhere(aBenchOrder({ samples: [wrong], onHold }), now)).toBeNull()
  })
})

test('a whole sentence loses its dot: the list ends in one of its own', () => {
  const wrong = left({ ...ready, samples: [aTestedSample({ labelPatientId: 'FH-118106' })] })
  expect(wrong.length).toBeGreaterThan(0)
  for (const line of wrong) expect(line).not.toMatch(/\.$/)
})

test('what was let go meanwhile does not leave', () => {
  expect(stillHeld(aBenchOrder({ holds: [] }), out())).toEqual([])
  expect(stillHeld(aBenchOrder({ holds: [hold] }), out())).toEqual(out())
})
