import { useLayoutEffect, useRef } from 'react'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { Column } from '../../../ui/table/table-shape.ts'
import { type Acts, ApprovalCard } from './approval-columns.tsx'
import type { ApprovalRow } from './approval-rows.ts'
import classes from './DecidedElsewhere.module.css'

type DecidedElsewhereProps = {
  rows: readonly ApprovalRow[]
  columns: readonly Column<ApprovalRow>[]
  acts: Acts
  viewKey: string
}

/**
 * What this person decided on another page of the list, until it cannot be undone any more (ruling AMB-244). Below the
 * rows that wait, so that it moves none of them as it comes and goes.
 */
export function DecidedElsewhere({ rows, columns, acts, viewKey }: DecidedElsewhereProps) {
  const section = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const own = section.current
    // its last row leaves with the button that has the focus: the list above goes on with it
    return () => {
      const list = own?.previousElementSibling
      if (own?.contains(document.activeElement) && list instanceof HTMLElement) list.focus()
    }
  }, [])
  return (
    <section ref={section} className={classes.section} aria-labelledby="decided-elsewhere">
      <h2 id="decided-elsewhere" className="large strong">
        Decided by you on another page
      </h2>
      <p className="dim small">Each can be undone for ten minutes.</p>
      <DataTable
        label="Decided on another page"
        rows={rows}
        columns={columns}
        rowKey={({ request }) => request.id}
        card={(row) => <ApprovalCard row={row} acts={acts} />}
        viewKey={viewKey}
        empty="NO DATA FOUND"
      />
    </section>
  )
}
