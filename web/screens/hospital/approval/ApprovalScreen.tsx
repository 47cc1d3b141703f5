import { useState } from 'react'
import type { OwnRequest } from '#contract/requests.ts'
import { showClock } from '#domain/basics/time.ts'
import { subscriptionNotice } from '#domain/requests/approving.ts'
import { wordsFor } from '../../../api/client.ts'
import { useMember } from '../../../api/session.ts'
import { Find } from '../../../parts/finding/Find.tsx'
import { LiveNow } from '../../../parts/LiveNow.tsx'
import { useChangedRows } from '../../../parts/use-changed-rows.ts'
import { useRequestSearch } from '../../../parts/use-request-search.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { SearchBox } from '../../../ui/fields/SearchBox.tsx'
import { Clock } from '../../../ui/frame/Clock.tsx'
import { PageHead } from '../../../ui/frame/PageHead.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { Toolbar } from '../../../ui/table/Toolbar.tsx'
import { ApprovalCard, columnsWith } from './approval-columns.tsx'
import { approvalRows, type Decision } from './approval-rows.ts'
import { ChosenBar } from './ChosenBar.tsx'
import { DecidedElsewhere } from './DecidedElsewhere.tsx'
import { NotShown } from './NotShown.tsx'
import { SayWhyPopup } from './SayWhyPopup.tsx'
import { useApprovals } from './use-approvals.ts'
import { useChosen } from './use-chosen.ts'
import { countText, type Pending, usePending } from './use-pending.ts'

export function ApprovalScreen() {
  const subscription = subscriptionNotice(useMember())
  const { typed, applied, type, isSearching } = useRequestSearch()
  const pending = usePending(applied)
  const approvals = useApprovals(pending.view.after, pending.needsFourEyes)
  const { here: rows, elsewhere = [] } = pending.rows
    ? approvalRows(pending.rows, approvals.decided, pending.view)
    : {}
  const chosen = useChosen(rows?.filter(({ decision }) => !decision).map(({ request }) => request) ?? [])
  const changed = useChangedRows(pending.rows, pending.viewKey)
  const [explaining, setExplaining] = useState<OwnRequest | null>(null)
  const [isHeld, setHeld] = useState(false)
  const isTold = useUnlessHeld(!isSearching && isWorthTelling(pending), isHeld)

  async function approveChosen() {
    await approvals.approveAll(chosen.rows)
    chosen.clear()
  }

  function decide(request: OwnRequest, decision: Decision): Promise<void> {
    chosen.drop(request.id)
    return approvals.decide(request, decision)
  }
  const acts = { ...approvals, chosen, decide, explain: setExplaining }
  const columns = columnsWith(acts)

  return (
    <>
      <PageHead
        title="Request Approval"
        right={
          <>
            <LiveNow />
            <Clock every={1000} format={showClock} />
          </>
        }
      />
      {subscription && <Notice kind="warning">{subscription.text}</Notice>}
      {pending.isOld && (
        <Notice kind="warning">This list may be out of date: {wordsFor(pending.error).text}</Notice>
      )}
      {isTold && <NotShown pending={pending} />}
      <Toolbar right={pending.rows && countText(pending, isSearching)}>
        <SearchBox value={typed} onChange={type} />
        <Find />
      </Toolbar>
      <DataTable
        label="Pending requests"
        rows={rows}
        columns={columns}
        rowKey={({ request }) => request.id}
        card={(row) => <ApprovalCard row={row} acts={acts} />}
        viewKey={pending.viewKey}
        changedKeys={changed}
        onHoldChange={setHeld}
        empty={isSearching ? 'DATA NOT FOUND' : 'NO DATA FOUND'}
        emptyHelp={
          isSearching ? 'No pending request has this ID.' : 'New requests appear here by themselves.'
        }
        emptyAction={
          isSearching && (
            <PushButton size="xs" onClick={() => type('')}>
              Show all
            </PushButton>
          )
        }
        failed={pending.error ? { text: wordsFor(pending.error).text, retry: pending.retry } : null}
      />
      {elsewhere.length > 0 && (
        <DecidedElsewhere rows={elsewhere} columns={columns} acts={acts} viewKey={pending.viewKey} />
      )}
      {rows && rows.length > 1 && (
        <ChosenBar
          chosen={chosen}
          busy={chosen.rows.some(({ id }) => approvals.taking.has(id))}
          approve={() => void approveChosen()}
        />
      )}
      {explaining && (
        <SayWhyPopup
          key={explaining.id}
          request={explaining}
          send={(told) => approvals.sayWhy(explaining, told)}
          onClose={() => setExplaining(null)}
        />
      )}
    </>
  )
}

/** There is more than is shown, or another order than the list's own. */
const isWorthTelling = ({ rows, notShown, isFirst, sort }: Pending): boolean =>
  rows !== undefined && (notShown > 0 || !isFirst || sort !== 'newest')

/** As it was when the list began to be held: what stands above the rows must not move them. */
function useUnlessHeld<Value>(value: Value, isHeld: boolean): Value {
  const [kept, setKept] = useState(value)
  if (!isHeld && kept !== value) setKept(value)
  return isHeld ? kept : value
}
