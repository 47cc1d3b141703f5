import { isDonationNumber, numberParts } from '#domain/bags/isbt.ts'
import { fillIn } from '#domain/basics/fill-in.ts'
import { showDateTime } from '#domain/basics/time.ts'
import type { SlipPayload } from '#domain/slips/slip.ts'
import { isOver } from '#domain/slips/verdict.ts'
import type { SlipWords } from '#domain/slips/words.ts'
import classes from './BagLines.module.css'

type BagLinesProps = { slip: SlipPayload; words: SlipWords; now: Date }

export function BagLines({ slip, words, now }: BagLinesProps) {
  return (
    <section className={classes.part}>
      <p className="ends row dim">
        <span className="breaks">
          {words.bags.slip} <b className={classes.slip}>{slip.slip}</b>
        </span>
        <span>{fillIn(words.bags.delivery, { seq: slip.seq })}</span>
      </p>
      <ul className={classes.bags}>
        {slip.bags.map(([number, component, group, expiresAt]) => {
          const over = isOver(expiresAt, now)
          const day = showDateTime(new Date(expiresAt * 1_000))
          return (
            <li key={`${number} ${component}`} className="row ends" data-over={over || undefined}>
              <span>
                <BagNumber number={number} />
                <span className="block dim">
                  {group.replace('+', ' POS').replace('-', ' NEG')} {component}
                </span>
              </span>
              <span className={classes.end}>
                {fillIn(over ? words.bags.expired : words.bags.until, { day })}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** As on the bag: what tells it from its neighbour in bold, the character for typing in a box. */
function BagNumber({ number }: { number: string }) {
  if (!isDonationNumber(number)) return <b>{number}</b>
  const { facility, year, serial, check } = numberParts(number)
  return (
    <>
      {facility} {year} <b>{serial}</b> <span className={classes.check}>{check}</span>
    </>
  )
}
