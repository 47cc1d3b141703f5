import type { BloodRequest } from '#domain/requests/request.ts'
import { statusKind, statusText } from '#domain/requests/showing.ts'
import { Badge } from '../ui/feedback/Badge.tsx'
import { statusSigns } from './status-signs.ts'

export function StatusBadge({ request }: { request: Pick<BloodRequest, 'status' | 'bankId'> }) {
  const Sign = statusSigns[request.status]
  return (
    <Badge kind={statusKind(request.status)} icon={<Sign size={14} stroke={2.1} aria-hidden />}>
      {statusText(request)}
    </Badge>
  )
}
