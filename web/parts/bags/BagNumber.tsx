import { numberParts } from '#domain/bags/isbt.ts'
import type { NumberKind } from '#domain/bags/reading.ts'
import classes from './BagNumber.module.css'

type BagNumberProps = { bag: { number: string; numberKind: NumberKind; division?: string } }

/** As it stands on the bag: one of the standard in its parts, its check character in a box. */
export function BagNumber({ bag: { number, numberKind, division } }: BagNumberProps) {
  const part = division ? <span className="dim"> part {division}</span> : null
  if (numberKind === 'own')
    return (
      <span className="figures nowrap">
        <strong className="strong">{number}</strong>
        {part}
      </span>
    )
  const { facility, year, serial, check } = numberParts(number)
  return (
    <span className="figures nowrap">
      {facility} {year} <strong className="strong">{serial}</strong>
      <span className={classes.check}>
        <span className="visually-hidden">, check character </span>
        {check}
      </span>
      {part}
    </span>
  )
}
