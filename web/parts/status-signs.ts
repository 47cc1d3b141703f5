import {
  IconArrowsCross,
  IconBan,
  IconCalendarCheck,
  IconCheck,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleHalf2,
  IconPackage,
  type IconProps,
  IconTestPipe,
  IconTruckDelivery,
  IconX,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { RequestStatus } from '#domain/requests/request.ts'

/** Each status has its own sign, so that it reads in grey print and for the colour-blind. */
export const statusSigns: Record<RequestStatus, ComponentType<IconProps>> = {
  pending: IconCircleDashed,
  'hospital-admin-approved': IconCheck,
  'hospital-admin-rejected': IconX,
  'bloodbank-approved': IconCheck,
  'bloodbank-rejected': IconX,
  'reservation-approved': IconCalendarCheck,
  'sample-acquired': IconTestPipe,
  'cross-matching': IconArrowsCross,
  issued: IconPackage,
  'partially-completed': IconCircleHalf2,
  'delivery-completed': IconTruckDelivery,
  completed: IconCircleCheckFilled,
  cancelled: IconBan,
}
