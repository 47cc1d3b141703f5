import { expect, test } from 'vitest'
import { shelfGroups } from '../bags/kinds.ts'
import { componentCodes } from '../basics/blood.ts'
import { days, earlier, hours, instantOf, later, minutes } from '../basics/time.ts'
import { isMessageKind, messageKinds } from './kinds.ts'
import { type OrderKindId, orderKinds, type ToldOrder } from './order-kinds.ts'
import { kindName } from './showing.ts'

const at = instantOf('2026-11-16', '15:00')
const told: ToldOrder = {
  id: '1a2b3c4d',
  bloodGroup: 'B+',
  component: 'PRBC',
  units: 3,
  pickupAt: later(at, minutes(40)),
  deadlineAt: later(at, hours(4)),
  bank: 'Red Bank',
  driver: 'Arun Kumar',
  at,
  linkBy: later(at, hours(1)),
  isApproved: true,
  answer: { units: 2, byAt: later(at, hours(2)) },
}
const words = (kind: OrderKindId, change: Partial<ToldOrder> = {}) =>
  orderKinds[kind].words({ ...told, ...change })

test.each([
  [
    'order-linked',
    'Order 1a2b3c4d is yours: 3 units B POS PRBC, deliver by 7:00 pm. Driver: Arun Kumar. Please prepare it, or refuse it on Issuing History.',
  ],
  ['order-gone', 'Order 1a2b3c4d is not yours any more. Please do not issue blood for it.'],
  ['taken', 'Order 1a2b3c4d is with Red Bank, due by 7:00 pm. Please have the sample ready at 3:40 pm.'],
  [
    'bank-refused',
    'Red Bank cannot supply order 1a2b3c4d, due by 7:00 pm. We look for another blood bank and tell you. If it cannot wait, call us.',
  ],
  [
    'delivered',
    'Order 1a2b3c4d was delivered: 3 units B POS PRBC, at 3:00 pm, in time. If anything is missing, call us.',
  ],
  [
    'not-delivered',
    'Order 1a2b3c4d is not delivered yet: that it was, we told you by mistake. It is due by 7:00 pm.',
  ],
  [
    'late',
    'Order 1a2b3c4d is late: 3 units B POS PRBC, due at 7:00 pm, not delivered yet. Please call us if it cannot wait.',
  ],
  [
    'untaken',
    'No blood bank has order 1a2b3c4d yet: 3 units B POS PRBC, due by 7:00 pm. To be in time it must be linked by 4:00 pm. Please link a blood bank and a driver now.',
  ],
  [
    'untaken-hospital',
    'No blood bank has order 1a2b3c4d yet: 3 units B POS PRBC, due by 7:00 pm. To be in time it must be linked by 4:00 pm. We are on it. If it cannot wait, call us.',
  ],
  [
    'expired',
    'Nobody took order 1a2b3c4d in time: 3 units B POS PRBC, due at 7:00 pm. Please link it now if it is still needed, and call the hospital.',
  ],
  [
    'expired-hospital',
    'Nobody took order 1a2b3c4d in time: 3 units B POS PRBC, due at 7:00 pm. If it is still needed, call us or raise it again.',
  ],
  ['bank-answered', 'Red Bank answered order 1a2b3c4d: 2 of 3 by 5:00 pm. The deadline is 7:00 pm.'],
  [
    'sample-wanted',
    'Order 1a2b3c4d is on hold: the sample at Red Bank cannot be used. Please take a new one from the patient and send it. Why stands in its timeline.',
  ],
  [
    'group-differs',
    'Order 1a2b3c4d is on hold: Red Bank found another blood group in the sample than was asked for. Begin no bag that came for it, and send a new sample, or correct the request.',
  ],
  [
    'group-offered',
    'Red Bank offers another blood group for order 1a2b3c4d, due by 7:00 pm. Nothing of it is issued until you say yes. Please open the order.',
  ],
  [
    'bag-incompatible',
    'A bag of order 1a2b3c4d is incompatible with the patient, as the cross-match showed after it left. Stop it if it runs, do not begin it, and call Red Bank now.',
  ],
  [
    'bag-recalled',
    'A bag of order 1a2b3c4d was found unsafe by a later test. Stop it if it runs, do not begin it, keep it aside and call Red Bank now.',
  ],
  [
    'bags-misfit',
    'Bags of order 1a2b3c4d do not fit the patient: the blood group was corrected after they left. Stop them if they run, do not begin them, keep them aside and call Red Bank now. Which they are stands in its timeline.',
  ],
  [
    'bags-halted',
    'Order 1a2b3c4d left with bags that are past their end, or whose sample is in doubt. Begin none of them, keep them aside and call Red Bank now. Which they are stands in its timeline.',
  ],
  [
    'bags-halted-bank',
    'Order 1a2b3c4d left with bags that are past their end, or whose sample is in doubt. The hospital and the driver were told not to use them. Please call the hospital, and say what they get instead.',
  ],
] as const)('AMB-290 %s says what, until when and what to do', (kind, said) => {
  expect(words(kind)).toBe(said)
})

test('AMB-290 what came late, is another day’s, is one unit or past its last moment is told so', () => {
  expect(words('delivered', { deadlineAt: earlier(at, minutes(22)) })).toContain('at 3:00 pm, 22 min late')
  expect(words('delivered', { deadlineAt: earlier(at, minutes(85)) })).toContain('1 h 25 min late')
  expect(words('taken', { deadlineAt: later(at, days(1)) })).toContain('due by Tue, 3:00 pm')
  expect(words('late', { units: 1 })).toContain(': 1 unit B POS')
  expect(words('late', { bloodGroup: 'Oh-' })).toContain(': 3 units Oh (Bombay) NEG PRBC')
  expect(words('untaken', { linkBy: earlier(at, minutes(1)) })).toContain(
    'It can hardly be in time any more.',
  )
  expect(words('expired', { isApproved: false })).toContain('has not approved it')
  expect(words('expired-hospital', { isApproved: false })).toContain('never approved')
})

test.each(Object.keys(orderKinds) as OrderKindId[])(
  'AMB-290 %s is at most two text messages long in plain letters, whatever it is about, and has a name on Messages',
  (kind) => {
    for (const component of componentCodes)
      for (const bloodGroup of shelfGroups) {
        const said = words(kind, {
          component,
          bloodGroup,
          units: 100,
          bank: 'The Blood Bank of the Government Royapettah Hospital',
          driver: 'A driver whose name does not come to an end here',
          pickupAt: later(at, days(9)),
          deadlineAt: later(at, days(10)),
        })
        expect(`Crossmatch: ${said}`.length).toBeLessThanOrEqual(306)
      }
    // letters that every phone takes seven bits for: others would halve the room
    expect(words(kind)).toMatch(/^[A-Za-z0-9 .,:?'-]*$/)
    expect(isMessageKind(kind)).toBe(true)
    expect(kindName(kind)).toBe(messageKinds[kind].name)
    expect(orderKinds[kind].title(told)).toMatch(/^Order 1a2b3c4d [a-z ]+$/)
  },
)
