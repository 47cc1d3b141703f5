import { IconBaselineDensityMedium, IconBaselineDensitySmall } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { OrderSort } from '#domain/requests/listing.ts'
import { Segments } from '../../../ui/fields/Segments.tsx'
import classes from './OrderTools.module.css'
import type { Density, OrderView } from './use-order-view.ts'

const sorts: { value: OrderSort; label: string; name: string }[] = [
  { value: 'newest', label: 'Newest', name: 'Newest first' },
  { value: 'deadline', label: 'Deadline', name: 'Soonest deadline first' },
  { value: 'pickup', label: 'Pickup', name: 'Soonest pickup first' },
]

const look = { size: 16, stroke: 1.75, 'aria-hidden': true }
const densities: { value: Density; label: ReactNode; name: string }[] = [
  { value: 'comfortable', label: <IconBaselineDensityMedium {...look} />, name: 'Comfortable rows' },
  { value: 'compact', label: <IconBaselineDensitySmall {...look} />, name: 'Compact rows' },
]

/** Which come first, and where they are rows, how close together. */
export const OrderTools = ({ view, hasRows }: { view: OrderView; hasRows: boolean }) => (
  <>
    <span className="row gap-8">
      <span className={`small dim ${classes.label}`} aria-hidden="true">
        Sort
      </span>
      <Segments label="Sort" value={view.sort} choices={sorts} onChange={view.setSort} />
    </span>
    {hasRows && <Segments label="Rows" value={view.density} choices={densities} onChange={view.setDensity} />}
  </>
)
