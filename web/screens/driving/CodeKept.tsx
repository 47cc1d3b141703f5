import { IconCamera, IconLock, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { fillIn } from '#domain/basics/fill-in.ts'
import { later, showTime } from '#domain/basics/time.ts'
import type { WaitingStep } from '#domain/driving/waiting.ts'
import type { DrivingWords } from '#domain/driving/words.ts'
import { useNow } from '../../parts/use-now.ts'
import { FieldError } from '../../ui/fields/Field.tsx'
import { buttonClass, PushButton } from '../../ui/fields/PushButton.tsx'
import classes from './CodeKept.module.css'
import { Foot } from './Foot.tsx'
import { showInstead } from './phone/acts.ts'
import type { PhoneState } from './phone/phone.ts'
import { sync } from './phone/syncing.ts'
import { useTaking } from './use-taking.ts'
import { useSaid } from './use-words.ts'

type CodeKeptProps = { state: PhoneState; unchecked: WaitingStep }

/** A delivery whose code waits to be checked: it is not finished, and the way out is a picture (ruling AMB-260). */
export function CodeKept({ state, unchecked, children }: CodeKeptProps & { children: ReactNode }) {
  const { words } = useSaid()
  return (
    <div className={`stack gap-20 ${classes.task}`}>
      <CodeCard state={state} unchecked={unchecked} />
      {children}
      <Foot>
        <p className="larger dim">{words.codeKept.instead}</p>
        <TakeInstead unchecked={unchecked} isPrimary />
        <PushButton
          wide
          icon={<IconRefresh size={20} stroke={1.75} aria-hidden />}
          onClick={() => void sync()}
        >
          {words.codeKept.checkNow}
        </PushButton>
      </Foot>
    </div>
  )
}

/** The same above the next step: a sample is brought to the bank meanwhile. */
export function CodeNote({ state, unchecked }: CodeKeptProps) {
  return (
    <CodeCard state={state} unchecked={unchecked}>
      <TakeInstead unchecked={unchecked} />
    </CodeCard>
  )
}

function CodeCard({ state, unchecked, children }: CodeKeptProps & { children?: ReactNode }) {
  const { words } = useSaid()
  const { codeKept } = words
  const { doneAt, receiver, temperature } = unchecked
  return (
    <section className={`warning stack gap-6 ${classes.card}`} aria-labelledby="code-kept">
      <div className={classes.title} role="status">
        <IconLock size={24} stroke={1.75} aria-hidden />
        <h2 id="code-kept">{codeKept.title}</h2>
        <p>{codeKept.text}</p>
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>{codeKept.typed}</dt>
          <dd>{showTime(later(doneAt, state.aheadMs))}</dd>
        </div>
        {receiver && (
          <div>
            <dt>{codeKept.receiver}</dt>
            <dd>{receiver}</dd>
          </div>
        )}
        {temperature !== undefined && (
          <div>
            <dt>{words.form.temperature}</dt>
            <dd>{temperature} °C</dd>
          </div>
        )}
      </dl>
      <p className={`gap-12 ${classes.checked}`}>
        <IconRefresh size={18} stroke={1.75} aria-hidden />
        <span>
          {codeKept.byItself} <Tried state={state} />
        </span>
      </p>
      {children}
    </section>
  )
}

function Tried({ state: { triedAt } }: { state: PhoneState }) {
  const { words } = useSaid()
  const now = useNow(5_000)
  // the page may have asked since the clock was last looked at
  const ms = triedAt && Math.max(0, now.getTime() - triedAt.getTime())
  return ms === null ? null : fillIn(words.codeKept.tried, { time: lengthText(ms, words) })
}

const lengthText = (ms: number, { order }: DrivingWords): string =>
  ms < 90_000 ? `${Math.round(ms / 1_000)} ${order.seconds}` : `${Math.round(ms / 60_000)} ${order.minutes}`

function TakeInstead({ unchecked, isPrimary = false }: { unchecked: WaitingStep; isPrimary?: boolean }) {
  const { words } = useSaid()
  const { isBusy, isBroken, field } = useTaking((file) => showInstead(unchecked, file))

  return (
    <>
      {isBroken && <FieldError id="instead-error">{words.mistakes.pictureBroken}</FieldError>}
      <label
        className={`${buttonClass(isPrimary ? { kind: 'primary', size: 'lg', wide: true } : { wide: true })} ${classes.take}`}
      >
        <IconCamera size={22} stroke={1.75} aria-hidden />
        {isBusy ? words.form.shrinking : words.form.take}
        <input
          {...field}
          id="instead"
          aria-describedby={isBroken ? 'instead-error' : undefined}
          aria-invalid={isBroken || undefined}
        />
      </label>
    </>
  )
}
