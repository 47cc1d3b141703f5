import { IconPhoto } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { OrderDetail } from '#contract/orders.ts'
import { pictures } from '#contract/pictures.ts'
import type { ToldStep } from '#contract/requests.ts'
import { factsOf } from '#domain/driving/telling.ts'
import { unitsText } from '#domain/requests/timeline.ts'
import { useLive } from '../../api/queries.ts'
import { PackedSlip, usePackedSlips } from '../../parts/bags/PackedBags.tsx'
import { StepFacts } from '../../parts/StepFacts.tsx'
import { Timestamp } from '../../parts/Timestamp.tsx'
import { paths } from '../../paths.ts'
import classes from './OrderDeliveries.module.css'

/** Each delivery with what its drivers told of it, and the way to their pictures. */
export function OrderDeliveries({ order: { id, bankId, deliveries, asideLeftOut } }: { order: OrderDetail }) {
  const slips = usePackedSlips(id, bankId !== null) ?? []
  return (
    <>
      <ol>
        {deliveries.map(({ seq, units, state, deliveredAt, steps }) => (
          <li key={seq} className={`small stack ${classes.delivery}`}>
            <span>
              Delivery {seq} of {deliveries.length}, {unitsText(units)}
            </span>
            <bdi className={`dim breaks ${classes.state}`}>{state}</bdi>
            <span className={classes.when}>{deliveredAt ? <Timestamp at={deliveredAt} /> : '-'}</span>
            {slips
              .filter((slip) => slip.seq === seq)
              .map((slip) => (
                <div key={slip.slip} className={classes.bags}>
                  <PackedSlip slip={slip} mayPrint={false} />
                </div>
              ))}
            <Steps of={`delivery ${seq}`} steps={steps} />
          </li>
        ))}
      </ol>
      {asideLeftOut > 0 && (
        <p className={classes.when}>
          {asideLeftOut === 1 ? '1 older report' : `${asideLeftOut} older reports`} that changed nothing not
          shown
        </p>
      )}
      <Pictures id={id} />
    </>
  )
}

function Steps({ of, steps }: { of: string; steps: readonly ToldStep[] }) {
  if (steps.length === 0) return null
  return (
    <ol className={classes.steps} aria-label={`Steps of ${of}`}>
      {steps.map((told, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same step may have been told twice
        <li key={at} className={classes.step} data-aside={told.keptAside !== null || undefined}>
          <p className={`breaks ${classes.deed}`}>
            <strong>{told.step}</strong> <bdi className="dim breaks">{told.by}</bdi>
          </p>
          <p className={classes.when}>
            <Timestamp at={told.doneAt} />
          </p>
          <div className={`breaks shrinks ${classes.facts}`}>
            <StepFacts facts={factsOf(told)} />
            {told.reason && (
              <p>
                <bdi>“{told.reason}”</bdi>
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}

function Pictures({ id }: { id: string }) {
  const { data, isPlaceholderData } = useLive(pictures.list, { id })
  const count = isPlaceholderData ? 0 : (data?.items.length ?? 0)
  if (count === 0) return null
  return (
    <Link
      to={paths.screen('admin', 'orderImages')}
      search={{ request: id }}
      className={`inline gap-6 ${classes.pictures}`}
    >
      <IconPhoto size={16} stroke={1.75} aria-hidden />
      {count === 1 ? '1 picture' : `${count} pictures`} in Sample Images
    </Link>
  )
}
