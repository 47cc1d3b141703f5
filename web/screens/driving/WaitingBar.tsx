import { IconAlertCircle, IconClock, IconCloudUpload, IconWifiOff } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { fillIn } from '#domain/basics/fill-in.ts'
import { later, showTime } from '#domain/basics/time.ts'
import type { WaitingStep } from '#domain/driving/waiting.ts'
import type { DrivingWords } from '#domain/driving/words.ts'
import { showAlert } from '../../ui/feedback/alert-store.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { buttonClass, PushButton } from '../../ui/fields/PushButton.tsx'
import type { LinkTo } from './address.ts'
import type { Entry } from './phone/device-store.ts'
import { ownQueue, type PhoneState, removeEntry } from './phone/phone.ts'
import { mayMend, pictureWord, refusalText } from './sayings.ts'
import { useSaid } from './use-words.ts'
import classes from './WaitingBar.module.css'

type WaitingBarProps = {
  state: PhoneState
  /** Whose page it is, where what was not accepted stands in full. */
  orderId: string | null
  linkTo: LinkTo
}

/** Whether there is a signal, and what is still only on this phone. Nothing, if all is well. */
export function WaitingBar({ state, orderId, linkTo }: WaitingBarProps) {
  const { words } = useSaid()
  const isOnline = useOnline()
  const own = ownQueue(state)
  const refused = own.filter(({ refusal }) => refusal !== null).length
  const isElsewhere = own.some((one) => one.refusal !== null && one.orderId !== orderId)
  const isAway = !isOnline || state.isReached === false
  const Sign = refused > 0 ? IconAlertCircle : IconCloudUpload
  const { waiting } = words

  return (
    <div className="stack">
      <div role="status">
        {isAway && (
          <p className={`medium row ${classes.away}`}>
            <IconWifiOff size={20} stroke={1.75} aria-hidden />
            {isOnline ? waiting.unreached : waiting.offline}
          </p>
        )}
      </div>
      {!state.isLasting && <Notice kind="warning">{waiting.keepsNothing}</Notice>}
      <OthersWait state={state} />
      {own.length > 0 && (
        <details
          className={`warning ${classes.waiting}`}
          data-refused={refused > 0 || undefined}
          open={isElsewhere}
        >
          <summary>
            <Sign size={20} stroke={1.75} aria-hidden />
            <span className="fill">
              {[
                refused > 0 && fillIn(waiting.refused, { count: refused }),
                own.length > refused && countText(own.length - refused),
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
            <span className={classes.show}>{state.isSending ? waiting.sending : waiting.show}</span>
          </summary>
          <ol>
            {own.map((entry) => (
              <WaitingRow
                key={entry.place}
                entry={entry}
                own={own}
                state={state}
                orderId={orderId}
                linkTo={linkTo}
              />
            ))}
          </ol>
        </details>
      )}
    </div>
  )

  function countText(count: number): string {
    return count === 1 ? waiting.one : fillIn(waiting.many, { count })
  }
}

type WaitingRowProps = WaitingBarProps & { entry: Entry; own: readonly Entry[] }

function WaitingRow({ entry, own, state, orderId, linkTo }: WaitingRowProps) {
  const { words } = useSaid()
  const { waiting } = words
  const isBehind = own.some(
    (one) => one.kind === 'step' && one.refusal && one.orderId === entry.orderId && one.place < entry.place,
  )
  const what =
    entry.kind === 'step'
      ? stepWord(words, entry)
      : fillIn(waiting.picture, { name: pictureWord(words, entry.name) })

  async function drop() {
    const { stay, ...ask } = waiting.dropAsk
    if ((await showAlert({ ...ask, ok: stay, action: { label: waiting.drop } })) === 'action')
      await removeEntry(entry)
  }

  return (
    <li className={classes.row}>
      <p className={`ends gap-12 ${classes.what}`}>
        <b>{what}</b>
        {entry.kind === 'step' && <time>{showTime(later(entry.doneAt, state.aheadMs))}</time>}
      </p>
      <p className={classes.where}>
        {entry.orderId}, {fillIn(words.order.delivery, { seq: entry.seq, count: deliveriesOf(state, entry) })}
      </p>
      {entry.refusal ? (
        <>
          <p className={classes.refused} role={entry.orderId === orderId ? undefined : 'alert'}>
            <IconAlertCircle size={20} stroke={1.75} aria-hidden />
            <span>
              {waiting.notTaken}: {refusalText(words, entry.refusal)}
            </span>
          </p>
          <div className={`wrap gap-8 ${classes.buttons}`}>
            {mayMend(entry.refusal) && (
              <a {...linkTo(entry.orderId)} className={buttonClass({})}>
                {waiting.mend}
              </a>
            )}
            <PushButton onClick={() => void drop()}>{waiting.drop}</PushButton>
          </div>
        </>
      ) : (
        <p className={classes.mark}>
          <IconClock size={18} stroke={1.75} aria-hidden />
          {isBehind && entry.kind === 'step' ? waiting.behind : waiting.mark}
        </p>
      )}
    </li>
  )
}

const stepWord = (words: DrivingWords, { step, isStop, temperature = 0 }: WaitingStep): string =>
  isStop ? fillIn(words.waiting.stop, { temperature, step: words.steps[step].name }) : words.steps[step].name

const deliveriesOf = ({ driving }: PhoneState, { orderId, seq }: Entry): number =>
  driving?.items.find(({ id }) => id === orderId)?.deliveries.length ?? seq

/** What others have left on this phone is theirs to send: only that it is there is told. */
export function OthersWait({ state }: { state: PhoneState }) {
  const { words } = useSaid()
  const names = state.queue
    .filter(({ accountId }) => accountId !== state.account?.accountId)
    .map(({ accountName }) => accountName)
  return [...new Set(names)].map((name) => {
    const count = names.filter((one) => one === name).length
    return <Notice key={name}>{fillIn(words.signIn.othersWait, { name, count })}</Notice>
  })
}

const useOnline = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      addEventListener('online', listener)
      addEventListener('offline', listener)
      return () => {
        removeEventListener('online', listener)
        removeEventListener('offline', listener)
      }
    },
    () => navigator.onLine,
  )
