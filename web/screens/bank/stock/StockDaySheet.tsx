import { useState } from 'react'
import { sheets } from '#contract/sheets.ts'
import { dayOf } from '#domain/basics/time.ts'
import { DaySheetForm, whyNotDaySheet } from '#domain/stock/day-sheet.ts'
import { SheetDownload } from '../../../parts/SheetDownload.tsx'
import { useNow } from '../../../parts/use-now.ts'
import { DayField } from '../../../ui/fields/DayField.tsx'
import classes from './StockDaySheet.module.css'

/** All components of one day, as they are keyed in elsewhere. */
export function StockDaySheet() {
  const now = useNow(60_000)
  const today = dayOf(now)
  const [chosen, setChosen] = useState('')
  const day = chosen || today
  return (
    <section className={`readable row wrap ${classes.sheet}`} aria-label="Day sheet">
      <p className="muted">
        Day sheet: the stock of one day, all components by group, ready to be keyed in elsewhere.
      </p>
      <DayField
        label="Day"
        id="day-sheet-day"
        className={classes.day}
        value={day}
        max={today}
        isTakenWhenLeft
        onChange={setChosen}
      />
      <SheetDownload
        label="Day sheet"
        route={sheets.day}
        input={{ day }}
        forms={DaySheetForm.options}
        disabled={whyNotDaySheet(day, now) !== null}
      />
    </section>
  )
}
