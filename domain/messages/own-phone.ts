import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { driverWords, isPhone } from '../people/registering.ts'

export const ownPhoneWords = {
  'phone-invalid': driverWords['phone-invalid'],
} satisfies Record<string, Wording>

/** As a driver's (ruling AMB-118); empty takes it away. */
export const whyNotOwnPhone = (phone: string): Refusal<keyof typeof ownPhoneWords> | null =>
  phone === '' || isPhone(phone) ? null : no('phone-invalid', 'phone')
