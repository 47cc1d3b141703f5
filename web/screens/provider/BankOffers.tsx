import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { Fragment } from 'react'
import { type BankOffer, type OrderDetail, orders } from '#contract/orders.ts'
import type { OutputOf } from '#contract/route.ts'
import { shelfGroupName } from '#domain/bags/kinds.ts'
import { showRupees } from '#domain/basics/money.ts'
import { ago, showDateTime } from '#domain/basics/time.ts'
import { bloodInformation } from '#domain/requests/showing.ts'
import { isStale } from '#domain/stock/freshness.ts'
import { offerNote } from '#domain/stock/offers.ts'
import { wordsFor } from '../../api/client.ts'
import { useLive } from '../../api/queries.ts'
import { useNow } from '../../parts/use-now.ts'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { pressProps } from '../../ui/table/row-press.ts'
import { useHeldRows } from '../../ui/table/use-held-rows.ts'
import classes from './BankOffers.module.css'

type BankOffersProps = { order: OrderDetail; chosen: string; onChoose: (bankId: string) => void }

const none: readonly BankOffer[] = []

/** What each bank could give for this order, best first. A suggestion: whoever links decides. */
export function BankOffers({ order, chosen, onChoose }: BankOffersProps) {
  const { data, error, refetch, isPlaceholderData } = useLive(orders.banksFor, { id: order.id })
  const { group: asked, component, units } = bloodInformation(order)
  const group = data?.bombay && !isPlaceholderData ? shelfGroupName(data.bombay) : asked
  // those of another order are no offers for this one
  const offers = isPlaceholderData ? undefined : data?.items
  const { shown, holdProps } = useHeldRows(offers ?? none, ({ bankId }) => bankId, order.id)
  if (!offers && error) {
    return (
      <p className={`row wrap ${classes.failed}`} role="alert">
        What the banks have did not load: {wordsFor(error).text}
        <PushButton size="xs" onClick={() => void refetch()}>
          Try again
        </PushButton>
      </p>
    )
  }
  const others = isPlaceholderData ? undefined : data?.otherGroups
  return (
    <>
      <table className={`small ${classes.offers}`} aria-busy={!offers}>
        <caption>
          What the banks have of <b>{group}</b> {component} for {units}, best first
        </caption>
        <thead>
          <tr>
            <th scope="col">Blood bank</th>
            <th scope="col" data-align="right" className={classes.stock}>
              Stock
            </th>
            <th scope="col" data-align="right">
              Free units
            </th>
            <th scope="col">Counted</th>
            <th scope="col" data-align="right">
              Per unit
            </th>
          </tr>
        </thead>
        <tbody {...holdProps}>
          {shown.map(({ row: offer }) => {
            if (!offer) return null
            const row = { offer, order, isChosen: offer.bankId === chosen, onChoose }
            return (
              <Fragment key={offer.bankId}>
                <OfferRow {...row} />
                <NoteRow {...row} />
              </Fragment>
            )
          })}
          {!offers && <Waiting />}
        </tbody>
      </table>
      {others && others.length > 0 && <OtherGroups {...{ others, order, onChoose }} />}
    </>
  )
}

type OtherGroupsProps = Pick<BankOffersProps, 'order' | 'onChoose'> & {
  others: OutputOf<typeof orders.banksFor>['otherGroups']
}

/** Where no bank has enough of the group: what would fit, where it lies, and why. A suggestion, as the table is. */
function OtherGroups({ others, order, onChoose }: OtherGroupsProps) {
  const { group } = bloodInformation(order)
  return (
    <section className={`small stack gap-6 ${classes.others}`} aria-label="Other groups that fit">
      <p>
        No bank has enough <b>{group}</b> free. Other groups that lie free:
      </p>
      <ul className="stack gap-6">
        {others.map(({ bankId, name, bloodGroup, units, text, isAlarming, level }) => (
          <li key={`${bankId} ${bloodGroup}`} data-level={level} className={classes.other}>
            <button
              type="button"
              className={`small strong bare ${classes.bank}`}
              aria-label={`${name}, choose it`}
              onClick={() => onChoose(bankId)}
            >
              <bdi>{name}</bdi>
            </button>{' '}
            {units === 1 ? '1 unit' : `${units} units`}{' '}
            <span className={isAlarming ? classes.alarming : undefined}>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type OfferRowProps = Pick<BankOffersProps, 'order' | 'onChoose'> & { offer: BankOffer; isChosen: boolean }

function OfferRow({ offer, order, isChosen, onChoose }: OfferRowProps) {
  const { bankId, name, units, freeUnits, pricePaise } = offer
  return (
    <tr data-chosen={isChosen || undefined} {...pressProps(bankId, onChoose)}>
      <td>
        <button
          type="button"
          className={`small strong gap-6 bare inline ${classes.bank}`}
          aria-pressed={isChosen}
          onClick={() => onChoose(bankId)}
        >
          <bdi>{name}</bdi>
          {isChosen && <IconCheck size={16} stroke={2} aria-hidden />}
        </button>
        {bankId === order.bankId && <span className="dim block tiny">linked now</span>}
      </td>
      <td data-align="right" className={classes.stock}>
        {units ?? '-'}
      </td>
      <td data-align="right">
        <FreeUnits free={freeUnits} needed={order.units} />
        {/* where there is no room for a column of its own */}
        {units !== null && <span className={classes.ofStock}>of {units}</span>}
      </td>
      <td>
        <Counted at={offer.countedAt} isBySystem={offer.isBySystem} />
      </td>
      <td data-align="right">
        {pricePaise === null ? <span className={classes.dim}>no price</span> : wholeRupees(pricePaise)}
      </td>
    </tr>
  )
}

/** Why not this one, or of bags why this one. A reason may be long: it has the whole width, and on a phone the name has not. */
function NoteRow({ offer, order, isChosen, onChoose }: OfferRowProps) {
  const { bankId, name, refusal, freeUnits } = offer
  const isLate = order.deadlineAt <= useNow()
  const note = refusal === null ? offerNote(offer, order.units, { isLate }) : null
  if (refusal === null && note === null) return null
  const isEnough = refusal === null && (freeUnits ?? 0) >= order.units
  return (
    <tr
      className={classes.note}
      data-enough={isEnough || undefined}
      data-chosen={isChosen || undefined}
      {...pressProps(bankId, onChoose)}
    >
      <td colSpan={5}>
        <span className="visually-hidden">{name}: </span>
        {note ?? (
          <>
            refused this order: <bdi>{refusal}</bdi>
          </>
        )}
      </td>
    </tr>
  )
}

function FreeUnits({ free, needed }: { free: number | null; needed: number }) {
  if (free === null) return <span className={classes.dim}>-</span>
  if (free >= needed) return <strong>{free}</strong>
  return (
    <strong className={`inline ${classes.short}`} data-none={free === 0 || undefined}>
      <IconAlertTriangle size={14} stroke={2} aria-hidden />
      {free}
    </strong>
  )
}

/** How old the count is: a dot in green, in amber once it is a day old. */
function Counted({ at, isBySystem }: { at: Date | null; isBySystem: boolean }) {
  const now = useNow()
  if (!at) return <span className={`dim gap-8 nowrap ${classes.counted}`}>not counted</span>
  return (
    <time
      className={`dim gap-8 nowrap ${classes.counted}`}
      data-age={isStale(at, now) ? 'old' : 'fresh'}
      dateTime={at.toISOString()}
      title={`Counted ${showDateTime(at)}`}
    >
      {ago(at, now)}
      {isBySystem && ' by system'}
    </time>
  )
}

/** Prices of blood are in whole rupees, nearly always. */
const wholeRupees = (paise: number): string => showRupees(paise).replace(/\.00$/, '')

const Waiting = () =>
  [64, 52, 58].map((width) => (
    <tr key={width}>
      <td colSpan={5}>
        <span className={`skeleton ${classes.waiting}`} aria-hidden="true" style={{ width: `${width}%` }} />
      </td>
    </tr>
  ))
