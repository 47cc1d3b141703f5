import { IconBan, IconCalendarOff, IconCheck, IconCircleDashed, type IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { statusName } from '#domain/people/account-showing.ts'
import type { AccountStatus } from '#domain/people/actor.ts'
import { Badge, type BadgeKind } from '../../../ui/feedback/Badge.tsx'

const looks: Record<AccountStatus, { kind: BadgeKind; sign: ComponentType<IconProps> }> = {
  pending: { kind: 'grey', sign: IconCircleDashed },
  active: { kind: 'green', sign: IconCheck },
  'subscription-ended': { kind: 'black', sign: IconCalendarOff },
  suspended: { kind: 'black', sign: IconBan },
}

export function AccountsBadge({ status }: { status: AccountStatus }) {
  const { kind, sign: Sign } = looks[status]
  return (
    <Badge kind={kind} icon={<Sign size={14} stroke={2.1} aria-hidden />}>
      {statusName[status]}
    </Badge>
  )
}
