import { IconCheck, IconCircleDashed, type IconProps, IconX } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { FormStatus } from '#domain/donors/consenting.ts'
import { Badge, type BadgeKind } from '../../../ui/feedback/Badge.tsx'

const looks: Record<FormStatus, { kind: BadgeKind; Sign: ComponentType<IconProps> }> = {
  incomplete: { kind: 'grey', Sign: IconCircleDashed },
  complete: { kind: 'green', Sign: IconCheck },
  rejected: { kind: 'red', Sign: IconX },
}

export function FormBadge({ status }: { status: FormStatus }) {
  const { kind, Sign } = looks[status]
  return (
    <Badge kind={kind} icon={<Sign size={14} stroke={2.1} aria-hidden />}>
      {status}
    </Badge>
  )
}
