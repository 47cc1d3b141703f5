import { billing, type ComponentUnits } from '#contract/billing.ts'
import { organisations } from '#contract/organisations.ts'
import { sheets } from '#contract/sheets.ts'
import { componentName, groupName } from '#domain/basics/blood.ts'
import { wordsFor } from '../../../api/client.ts'
import { useLive } from '../../../api/queries.ts'
import { LiveNow } from '../../../parts/LiveNow.tsx'
import { SheetDownload } from '../../../parts/SheetDownload.tsx'
import { useViewKey } from '../../../parts/use-view-key.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { DayField } from '../../../ui/fields/DayField.tsx'
import { Dropdown } from '../../../ui/fields/Dropdown.tsx'
import { PageHead } from '../../../ui/frame/PageHead.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { Column } from '../../../ui/table/table-shape.ts'
import { ComponentTrackingBars } from './ComponentTrackingBars.tsx'
import classes from './ComponentTrackingScreen.module.css'
import { fromId, useComponentRange } from './use-component-range.ts'

const columns: Column<ComponentUnits>[] = [
  { title: 'Blood Group', width: 110, cell: ({ bloodGroup }) => <strong>{groupName(bloodGroup)}</strong> },
  { title: 'Component', cell: ({ component }) => componentName(component) },
  { title: 'Total Units', width: 110, align: 'right', cell: ({ units }) => count(units) },
]

const allBanks = 'all'

/** §2.4: how many units were asked of the banks. */
export function ComponentTrackingScreen({ title }: { title: string }) {
  const { range, wrong, change, bank, chooseBank } = useComponentRange()
  const banks = useLive(organisations.bankChoices, {})
  const totals = useLive(billing.components, { ...range, ...(bank && { bank }) })
  const viewKey = useViewKey(JSON.stringify([range, bank]), totals.isPlaceholderData)
  const rows = totals.data?.items
  const error = totals.error && wordsFor(totals.error)

  return (
    <>
      <PageHead
        title={title}
        line="Units of orders that a bank was linked to, by the day they were raised."
        right={<LiveNow />}
      />
      {totals.isRefetchError && error && (
        <Notice kind="warning">These totals may be out of date: {error.text}</Notice>
      )}
      <div className={`wrap gap-16 ${classes.asked}`}>
        <DayField
          id={fromId}
          label="From Date"
          className={classes.day}
          error={wrong}
          value={range.from}
          isTakenWhenLeft
          onChange={(from) => from !== '' && void change({ from })}
        />
        <DayField
          label="To Date"
          className={classes.day}
          value={range.to}
          isTakenWhenLeft
          onChange={(to) => to !== '' && void change({ to })}
        />
        <Dropdown
          label="Blood Bank"
          className={classes.bank}
          options={[
            { value: allBanks, label: 'All banks' },
            ...(banks.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={bank ?? allBanks}
          onChange={(value) => chooseBank(value === allBanks || value === null ? undefined : value)}
        />
        <p className={`dim figures ${classes.sum}`}>{rows && rows.length > 0 && sumOf(rows)}</p>
        <SheetDownload route={sheets.components} input={{ ...range, ...(bank && { bank }) }} />
      </div>
      <div className={classes.columns}>
        {rows && rows.length > 0 && <ComponentTrackingBars totals={rows} />}
        <div className={`shrinks ${classes.table}`}>
          <DataTable
            label="Units by blood group and component"
            rows={rows}
            columns={columns}
            rowKey={({ bloodGroup, component }) => `${bloodGroup} ${component}`}
            card={(total) => <Card total={total} />}
            pageSize={8}
            viewKey={viewKey}
            empty="NO DATA FOUND"
            emptyHelp="No bank was linked to an order that was raised on these days. Choose other days, or all banks."
            failed={error ? { text: error.text, retry: () => void totals.refetch() } : null}
          />
        </div>
      </div>
    </>
  )
}

const numbers = new Intl.NumberFormat('en-IN')
const count = (units: number): string => numbers.format(units)

function sumOf(rows: readonly ComponentUnits[]): string {
  const sum = rows.reduce((before, { units }) => before + units, 0)
  return sum === 1 ? '1 unit in all' : `${count(sum)} units in all`
}

const Card = ({ total: { bloodGroup, component, units } }: { total: ComponentUnits }) => (
  <p className={`large gap-8 ${classes.card}`}>
    <strong className={classes.group}>{groupName(bloodGroup)}</strong>
    <span className={classes.component}>{componentName(component)}</span>
    <span className="figures">{units === 1 ? '1 unit' : `${count(units)} units`}</span>
  </p>
)
