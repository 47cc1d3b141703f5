import { type FocusEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { type OrderDetail, orders } from '#contract/orders.ts'
import { displayNameOf } from '#domain/people/actor.ts'
import { dueText, nextDue } from '#domain/requests/due.ts'
import { linkNotice } from '#domain/requests/linking.ts'
import { bloodInformation } from '#domain/requests/showing.ts'
import { useLive } from '../../api/queries.ts'
import { DueLine } from '../../parts/DueLine.tsx'
import { RefusedBy } from '../../parts/life/RefusedBy.tsx'
import { StatusBadge } from '../../parts/StatusBadge.tsx'
import { useNow } from '../../parts/use-now.ts'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { Form } from '../../ui/fields/Form.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { focusOn } from '../../ui/focus.ts'
import { Cross } from '../../ui/frame/signs.tsx'
import { DriverField } from './DriverField.tsx'
import { DriverTextTrouble } from './DriverTextTrouble.tsx'
import { LinkDone } from './LinkDone.tsx'
import { BankFields, KeptChoices } from './LinkFields.tsx'
import { NoOrder } from './LinkOrder.tsx'
import classes from './LinkPanel.module.css'
import { NextOrders } from './NextOrders.tsx'
import { waitingBeside } from './next-to-link.ts'
import { useLink } from './use-link.ts'
import type { Kept } from './use-link-choice.ts'

type LinkPanelProps = {
  /** The order that is to be linked. */
  id: string
  /** Beside the list, else above it. */
  isBeside: boolean
  /** What was chosen and not sent when it was closed before. */
  firstKept: Kept
  onChoose: (id: string) => void
  onClose: () => void
  /** It goes, whoever closed it. */
  onKeep: (kept: Kept) => void
  onDetails: (id: string) => void
}

const title = 'Link Blood Bank / Driver'
const panelId = 'link-panel'
const none = { count: 0, first: [] }

/** The form of the Link screen beside the list, for the order that was chosen there; the next one waits in it. */
export function LinkPanel({ id, isBeside, firstKept, onChoose, onClose, onKeep, onDetails }: LinkPanelProps) {
  const { data: summary } = useLive(orders.summary, {})
  const linking = useLink({
    order: [id, (next) => next && onChoose(next)],
    isTyped: false,
    firstKept,
    onLinked,
  })
  const { waiting, count: more } = waitingBeside(summary?.toLink ?? none, id, linking.linked)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each order that is taken up
  useEffect(() => focusOn(panelId), [id])
  const keepFocus = useFocusKeptAt(isBeside)
  const left = useKeptAtLast(linking.toKeep, onKeep)

  /** In place of an alert, which would have to be closed before the next one. */
  async function onLinked(): Promise<string> {
    showToast({ text: 'Data has been successfully submitted', kind: 'success' })
    const [next] = waiting
    if (!next) {
      left.current = without(linking.toKeep(), id)
      onClose()
    }
    return next?.id ?? ''
  }

  /** What was chosen by hand is there when the order is taken up again. */
  function close() {
    if (linking.toKeep().has(id)) showToast({ text: `What you chose for ${id} is kept`, kind: 'info' })
    onClose()
  }

  return (
    <aside
      id={panelId}
      tabIndex={-1}
      className={classes.panel}
      data-beside={isBeside || undefined}
      aria-label={title}
      onFocus={keepFocus}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <Form className={classes.form} label={title} onSubmit={linking.submit}>
        <div className={`row gap-16 ${classes.head}`}>
          <div className="fill">
            <h2 className="heading">{title}</h2>
            <p className="muted">The driver gets a text message with the order link.</p>
          </div>
          <button
            type="button"
            className={`dim still stack bare ${classes.close}`}
            aria-label="Close"
            onClick={close}
          >
            <Cross size={18} />
          </button>
        </div>
        <div className={`stack gap-16 ${classes.body}`}>
          {/* there before its first words, else screen readers miss them */}
          <div role="status">{linking.done && <LinkDone {...linking.done} onClose={linking.dismiss} />}</div>
          <KeptChoices linking={linking} />
          {linking.order ? (
            <Chosen order={linking.order} onDetails={onDetails} />
          ) : (
            <NoOrder linking={linking} />
          )}
          <BankFields linking={linking} />
          <DriverField linking={linking} />
        </div>
        <div className={classes.foot}>
          <PushButton type="submit" kind="primary" wide loading={linking.isBusy} loadingLabel="Saving">
            {title}
          </PushButton>
          {more > 0 && (
            <>
              <p className="small strong">Next: {more === 1 ? '1 more waits' : `${more} more wait`}</p>
              <NextOrders next={waiting.slice(0, 1)} chosen={undefined} onChoose={onChoose} />
            </>
          )}
        </div>
      </Form>
    </aside>
  )
}

/** What is kept when the form goes, by the browser's Back too; unless something else was put here. */
function useKeptAtLast(toKeep: () => Kept, onKeep: (kept: Kept) => void) {
  const left = useRef<Kept>(null)
  const latest = useRef({ toKeep, onKeep })
  latest.current = { toKeep, onKeep }
  useEffect(() => () => latest.current.onKeep(left.current ?? latest.current.toKeep()), [])
  return left
}

/** Moved to its other place, a node loses the focus. */
function useFocusKeptAt(place: unknown) {
  const last = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time the place is another
  useLayoutEffect(() => {
    if (document.activeElement === document.body) last.current?.focus({ preventScroll: true })
  }, [place])
  return ({ target }: FocusEvent<HTMLElement>) => {
    last.current = target
  }
}

const without = (kept: Kept, id: string): Kept => new Map([...kept].filter(([one]) => one !== id))

function Chosen({ order, onDetails }: { order: OrderDetail; onDetails: (id: string) => void }) {
  const now = useNow()
  const { group, component, units } = bloodInformation(order)
  const due = nextDue(order, now)
  const notice = linkNotice(order)
  return (
    <section className="breaks" aria-label="This order">
      <div className={`row wrap ends ${classes.blood}`}>
        <p>
          <strong>{group}</strong> {component}, {units}
        </p>
        <button
          type="button"
          className={`bare figures medium ${classes.id}`}
          onClick={() => onDetails(order.id)}
        >
          {order.id}
        </button>
      </div>
      <p className="small">
        <strong>
          <bdi>{order.patientName}</bdi>
        </strong>{' '}
        <bdi>{order.patientId}</bdi>, {order.age}, {order.sex}. <bdi>{displayNameOf(order.hospitalName)}</bdi>
        . <bdi>{order.reason}</bdi>
      </p>
      <div className={`wrap ${classes.when}`}>
        {due && <DueLine due={due} isShort />}
        {due?.what === 'sample' && (
          <span className="dim tiny">
            {dueText({ what: 'delivery', at: order.deadlineAt, urgency: 'calm' }, now)}
          </span>
        )}
        <StatusBadge request={order} />
      </div>
      {notice && <p className={`small warning ${classes.notice}`}>{notice}</p>}
      <RefusedBy order={order} />
      <DriverTextTrouble order={order} />
    </section>
  )
}
