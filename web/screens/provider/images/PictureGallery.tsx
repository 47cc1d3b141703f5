import { useState } from 'react'
import { type Picture, pictures } from '#contract/pictures.ts'
import { pictureStateText } from '#domain/requests/pictures.ts'
import { addressOf, wordsFor } from '../../../api/client.ts'
import { useLive } from '../../../api/queries.ts'
import { Timestamp } from '../../../parts/Timestamp.tsx'
import { Popup } from '../../../ui/feedback/Popup.tsx'
import { WaitingLines } from '../../../ui/feedback/WaitingLines.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { idIn, isUnknown } from '../use-typed-order.ts'
import classes from './PictureGallery.module.css'

/** The pictures of one order, as they come and are replaced. */
export function PictureGallery({ viewed }: { viewed: string }) {
  const id = idIn(viewed)
  const list = useLive(pictures.list, { id: id ?? '' }, { enabled: id !== undefined })
  const [open, setOpen] = useState<{ key: string; isOpen: boolean }>({ key: '', isOpen: false })
  const items = list.isPlaceholderData ? undefined : list.data?.items
  const large = items?.find((picture) => keyOf(picture) === open.key)

  if (id === undefined)
    return (
      <p className={`muted stack gap-12 ${classes.hint}`}>View the pictures of an order to see them here.</p>
    )
  if (list.error && !items) {
    if (isUnknown(list.error))
      return <p className={`muted stack gap-12 ${classes.hint}`}>No order has the Request ID {id}.</p>
    return (
      <div className={`muted stack gap-12 ${classes.hint}`}>
        <p>The pictures did not load: {wordsFor(list.error).text}</p>
        <PushButton size="xs" onClick={() => void list.refetch()}>
          Try again
        </PushButton>
      </div>
    )
  }
  if (!items)
    return (
      <div className={`muted stack gap-12 ${classes.hint}`}>
        <WaitingLines widths={[45, 30]} />
      </div>
    )
  if (items.length === 0) {
    return (
      <p className={`muted stack gap-12 ${classes.hint}`}>
        {id} has no pictures yet. They appear here by themselves.
      </p>
    )
  }
  return (
    <>
      <ul className={`stack gap-16 ${classes.gallery}`} aria-label={`Pictures of ${id}`}>
        {items.map((picture) => (
          <li key={keyOf(picture)}>
            <button
              type="button"
              className={`block box ${classes.one}`}
              onClick={() => setOpen({ key: keyOf(picture), isOpen: true })}
            >
              <img className={classes.small} src={addressIn(id, picture)} alt="" loading="lazy" />
              <strong className={classes.name}>{picture.name}</strong>{' '}
              <span className={classes.state}>{placeOf(picture)}</span>{' '}
              <span className={classes.when}>
                <Timestamp at={picture.takenAt} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Popup
        opened={open.isOpen && large !== undefined}
        onClose={() => setOpen(({ key }) => ({ key, isOpen: false }))}
        title={large ? `${large.name}, ${placeOf(large)}` : ''}
        subject={id}
        line={
          large && (
            <>
              <Timestamp at={large.takenAt} /> by {large.takenBy}
            </>
          )
        }
      >
        {large && <img className={classes.large} src={addressIn(id, large)} alt={altOf(id, large)} />}
      </Popup>
    </>
  )
}

const keyOf = ({ seq, state, name, aside }: Picture): string => `${seq} ${state} ${name} ${aside}`

/** `Issued`; `Issued, Delivery 2`; `Issued, kept aside`. */
const placeOf = ({ state, seq, aside }: Picture): string =>
  [
    pictureStateText(state),
    ...(seq > 1 ? [`Delivery ${seq}`] : []),
    ...(aside > 0 ? ['kept aside'] : []),
  ].join(', ')

const altOf = (id: string, picture: Picture): string =>
  `${picture.name} of the order ${id}, ${placeOf(picture)}`

const addressIn = (id: string, { seq, state, name, aside, takenAt }: Picture): string =>
  addressOf(pictures.file, { id, seq, state, name, aside, taken: takenAt.toISOString() })
