import { IconCircleCheckFilled, IconMapPin, IconPhone } from '@tabler/icons-react'
import { fillIn } from '#domain/basics/fill-in.ts'
import type { DonorWords } from '#domain/donors/words.ts'
import { buttonClass, PushButton } from '../../ui/fields/PushButton.tsx'
import classes from './DonorThanks.module.css'
import type { DonorFormState } from './use-donor-form.ts'

/** After a form was sent: the number for the desk, what comes next and where (ruling AMB-263). */
export function DonorThanks({ state, words }: { state: DonorFormState; words: DonorWords }) {
  const { donationId, thanked, place } = state
  const { thanks, form } = words
  if (donationId === null) return null
  const [first] = thanked.trim().split(/\s+/)
  const map = place && new URLSearchParams({ api: '1', query: `${place.name}, ${place.address}` })
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <IconCircleCheckFilled className={classes.sign} size={28} aria-hidden />
        <h1 id="title" className={`page-title ${classes.title}`} tabIndex={-1}>
          {first ? fillIn(thanks.titleFor, { name: first }) : thanks.title}
        </h1>
        <p className="dim">{thanks.sent}</p>
      </div>
      <div className={classes.number}>
        <p>{form.donationId}</p>
        {/* the gap is drawn: what is copied or read has none */}
        <p className={classes.id} data-testid="donation-id">
          <span>{donationId.slice(0, 4)}</span>
          <span>{donationId.slice(4)}</span>
        </p>
        <p className="dim">{thanks.keep}</p>
      </div>
      <h2 className={classes.next}>{thanks.next}</h2>
      <ol className={classes.steps}>
        {Object.entries(thanks.steps).map(([name, { title, text }]) => (
          <li key={name}>
            <h3>{title}</h3>
            <p className="dim">{text}</p>
          </li>
        ))}
      </ol>
      {place && (
        <section className={classes.where} aria-label={thanks.where}>
          <h2>{place.name}</h2>
          <p className="dim">{place.address}</p>
          <div className={classes.ways}>
            <a
              href={`https://www.google.com/maps/search/?${map}`}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ wide: true })}
            >
              <IconMapPin size={18} stroke={1.75} aria-hidden />
              {thanks.directions}
            </a>
            {place.phone && (
              <a href={`tel:${place.phone}`} className={buttonClass({ wide: true })}>
                <IconPhone size={18} stroke={1.75} aria-hidden />
                {thanks.call}
              </a>
            )}
          </div>
        </section>
      )}
      <PushButton kind="quiet" onClick={state.forgetDonation}>
        {thanks.another}
      </PushButton>
    </div>
  )
}
