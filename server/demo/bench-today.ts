import { earlier, minutes } from '#domain/basics/time.ts'
import { drivers } from './makers/people.ts'
import type { RequestWish } from './makers/requests.ts'

const [, meena, john] = drivers.map(({ email }) => email)

/** What other hospitals have on the bench of Redbank, beside the five of `firmToday` and `stillWaiting`. */
export function benchToday(now: Date): RequestWish[] {
  const linked = (minute: number, wish: RequestWish): RequestWish => ({
    ...{ status: 'bloodbank-approved', bankId: 'redbank', sex: 'Male' },
    raisedAt: earlier(now, minutes(minute)),
    ...wish,
  })
  return [
    linked(64, {
      ...{ id: onBench.tube, hospitalId: 'bewellanna', driverEmail: meena, bloodGroup: 'B+' },
      ...{ patientName: 'Selvam Arockiasamy', age: 57, reason: 'Bleeding ulcer' },
    }),
    linked(88, {
      ...{ id: onBench.group, hospitalId: 'bewellanna', driverEmail: john, bloodGroup: 'A+' },
      ...{ patientName: 'Rajendran Chelliah', age: 52, reason: 'Fractured femur' },
    }),
    linked(96, {
      ...{ id: onBench.substitution, hospitalId: 'bewelltnagar', driverEmail: meena, bloodGroup: 'O-' },
      ...{ patientName: 'Dhanasekaran Muthu', age: 63, units: 3, reason: 'Aortic aneurysm, for repair' },
    }),
    linked(104, {
      ...{ id: onBench.incompatible, hospitalId: 'noble', driverEmail: john, bloodGroup: 'A+' },
      ...{ patientName: 'Kamala Viswanathan', sex: 'Female', age: 58, units: 3 },
      reason: 'Myelodysplasia, Hb 5.1',
    }),
    linked(118, {
      ...{ id: onBench.packed, hospitalId: 'bewelltnagar', driverEmail: meena, bloodGroup: 'B+' },
      ...{ patientName: 'Ilango Sivakumar', age: 49, reason: 'Coronary bypass, day 1' },
    }),
    linked(42, {
      ...{ id: onBench.emergency, hospitalId: 'noble', driverEmail: john, bloodGroup: 'A+' },
      ...{ patientName: 'Suresh Balaji', age: 34, reason: 'Stab wound, shock' },
    }),
    linked(72, {
      ...{ id: onBench.plasma, hospitalId: 'bewellkilpauk', driverEmail: meena, bloodGroup: 'AB+' },
      ...{ patientName: 'Shanthi Gopal', sex: 'Female', age: 44, component: 'FFP' },
      reason: 'Warfarin, INR 6',
    }),
  ]
}

/** By what is to be seen at each. */
export const onBench = {
  tube: '5d0e71b4',
  group: '3b7f40e9',
  substitution: 'd95e2a18',
  incompatible: 'b41c9e06',
  packed: 'f7a3d215',
  emergency: '0c92be5f',
  plasma: 'a6180d7c',
  /** Of the first hospital: a reservation, and one under way. */
  reserved: '4f9c21ab',
  matching: '6ab15f03',
} as const
