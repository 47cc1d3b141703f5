import { IconFileDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { matching, type Slip } from '#contract/matching.ts'
import { bagName } from '#domain/bags/bag.ts'
import { shelfGroupName } from '#domain/bags/kinds.ts'
import { expiryText } from '#domain/bags/showing.ts'
import { useLive } from '../../api/queries.ts'
import { useNow } from '../use-now.ts'
import { AsideWarning, EmergencyWarning } from './BagWarnings.tsx'
import classes from './PackedBags.module.css'

/** The slips of an order, for whoever has a part in it; undefined while they are not known. */
export function usePackedSlips(id: string, isLinked: boolean): readonly Slip[] | undefined {
  const { data, isPlaceholderData } = useLive(matching.packed, { id }, { enabled: isLinked })
  return isPlaceholderData ? undefined : data?.slips
}

type PackedSlipProps = {
  slip: Slip
  mayPrint: boolean
  /** Under each bag: what became of it. */
  saidOf?: (bagId: string) => ReactNode
  children?: ReactNode
}

/** What left with one slip: number, component, group and end of each bag, and nothing of the patient. */
export function PackedSlip({ slip, mayPrint, saidOf, children }: PackedSlipProps) {
  const now = useNow()
  return (
    <div className={`stack gap-6 ${classes.slip}`}>
      <p className="wrap gap-8">
        <span className="small breaks">
          Delivery {slip.seq}, slip <strong className="strong figures">{slip.slip}</strong>
        </span>
        {mayPrint && (
          <a
            className={`small inline gap-6 ${classes.print}`}
            href={`/api/slips/${encodeURIComponent(slip.slip)}`}
            target="_blank"
            rel="noreferrer"
            aria-label={`Download slip ${slip.slip}`}
          >
            <IconFileDownload size={16} stroke={1.75} aria-hidden />
            Download slip
          </a>
        )}
      </p>
      <EmergencyWarning slip={slip} />
      <ul className={classes.bags} aria-label={`Bags of slip ${slip.slip}`}>
        {slip.bags.map((bag) => (
          <li key={bag.id} className="small breaks">
            <strong className="strong figures">{bagName(bag)}</strong> {shelfGroupName(bag.bloodGroup)}{' '}
            {bag.component}, <span className="dim">expires {expiryText(bag, now).when}</span>
            <AsideWarning bag={bag} />
            {saidOf?.(bag.id)}
          </li>
        ))}
      </ul>
      {children}
    </div>
  )
}
