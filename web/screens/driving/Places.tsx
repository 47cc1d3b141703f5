import { IconChevronDown, IconMapPin, IconPhone } from '@tabler/icons-react'
import type { DeliveryStep } from '#domain/driving/steps.ts'
import { buttonClass } from '../../ui/fields/PushButton.tsx'
import classes from './Places.module.css'
import type { Shown } from './phone/phone.ts'
import { placeOf } from './sayings.ts'
import { useSaid } from './use-words.ts'

/** From where to where: the sample goes to the bank, the blood to the hospital. Where to go now stands open. */
export function Places({ order, step }: { order: Shown; step: DeliveryStep }) {
  const { words } = useSaid()
  const isSample = step === 'sample acquired' || step === 'cross matching'
  const now = placeOf(step)
  return (
    <ol className={classes.places}>
      {(isSample ? (['hospital', 'bank'] as const) : (['bank', 'hospital'] as const)).map((kind) =>
        kind === now ? (
          <li key={kind} className={classes.place} data-now>
            <p className={`dim wrap ends ${classes.kind}`}>
              {words.order[kind]}
              <span className={classes.now}>{words.order.goTo}</span>
            </p>
            <p className={classes.name}>{order[kind].name}</p>
            <Reach place={order[kind]} />
          </li>
        ) : (
          <li key={kind} className={classes.place}>
            <details>
              <summary className={`row gap-12 ends ${classes.closed}`}>
                <span>
                  <span className={`dim wrap ends ${classes.kind}`}>{words.order[kind]}</span>
                  <span className={classes.name}>{order[kind].name}</span>
                </span>
                <IconChevronDown size={22} stroke={1.75} aria-hidden />
              </summary>
              <Reach place={order[kind]} />
            </details>
          </li>
        ),
      )}
    </ol>
  )
}

function Reach({ place }: { place: Shown['bank'] }) {
  const { words } = useSaid()
  const [phone] = place.phones
  const map = new URLSearchParams({ api: '1', query: `${place.name}, ${place.address}` })
  return (
    <>
      <p className={classes.address}>{place.address}</p>
      <div className={`wrap gap-8 ${classes.buttons}`}>
        <a
          href={`https://www.google.com/maps/search/?${map}`}
          target="_blank"
          rel="noreferrer"
          aria-label={`${words.order.directions}: ${place.name}`}
          className={buttonClass({})}
        >
          <IconMapPin size={20} stroke={1.75} aria-hidden />
          {words.order.directions}
        </a>
        {phone && (
          <a
            href={`tel:${phone}`}
            aria-label={`${words.order.call}: ${place.name}`}
            className={buttonClass({})}
          >
            <IconPhone size={20} stroke={1.75} aria-hidden />
            {words.order.call}
          </a>
        )}
      </div>
    </>
  )
}
