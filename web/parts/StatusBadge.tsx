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
import type { BloodRequest, RequestStatus } from '#domain/requests/request.ts'
import { statusKind, statusText } from '#domain/requests/showing.ts'
import { Badge } from '../ui/Badge.tsx'

/** Each status has its own sign, so that it reads in grey print and for the colour-blind. */
const signs: Record<RequestStatus, ComponentType<IconProps>> = {
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

export function StatusBadge({ request }: { request: Pick<BloodRequest, 'status' | 'bankId'> }) {
  const Sign = signs[request.status]
  return (
    <Badge kind={statusKind(request.status)} icon={<Sign size={14} stroke={2.1} aria-hidden />}>
      {statusText(request)}
    </Badge>
  )
}
