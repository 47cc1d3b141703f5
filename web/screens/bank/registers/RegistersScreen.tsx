import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { registers } from '#contract/registers.ts'
import type { OutputOf } from '#contract/route.ts'
import { say } from '#domain/basics/refusal.ts'
import { dayOf } from '#domain/basics/time.ts'
import {
  RegisterForm,
  RegisterKind,
  registerKinds,
  registerNames,
  registerWords,
  whyNotRegister,
} from '#domain/registers/register.ts'
import { call, wordsFor } from '../../../api/client.ts'
import { download } from '../../../api/download.ts'
import { useNow } from '../../../parts/use-now.ts'
import { useUrlText } from '../../../parts/use-url-text.ts'
import { showAlert } from '../../../ui/feedback/alert-store.ts'
import { DayField } from '../../../ui/fields/DayField.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { Segments } from '../../../ui/fields/Segments.tsx'
import { PageHead } from '../../../ui/frame/PageHead.tsx'
import { useOneAtATime } from '../../../ui/use-one-at-a-time.ts'
import classes from './RegistersScreen.module.css'
import { RegisterTable } from './RegisterTable.tsx'

const choices = registerKinds.map((value) => ({ value, label: registerNames[value] }))
type Shown = { of: string; register: OutputOf<typeof registers.look> }

/** What an inspector asks for. Whoever looks or takes a file is in the trail, so nothing is read before it is asked for. */
export function RegistersScreen({ title }: { title: string }) {
  const today = dayOf(useNow(60_000))
  const [kindText, setKind] = useUrlText('register')
  const [fromText, setFrom] = useUrlText('from')
  const [toText, setTo] = useUrlText('to')
  const kind = RegisterKind.catch('issues').parse(kindText)
  const [from, to] = [fromText || today, toText || today]
  const asked = { kind, from, to }
  const [shown, setShown] = useState<Shown | null>(null)
  const { doing, take } = useOneAtATime<'look' | RegisterForm>()
  const refusal = whyNotRegister(from, to)

  const told = (error: unknown) => showAlert(wordsFor(error))
  const look = () =>
    take('look', async () => {
      await call(registers.look, asked).then(
        (register) => setShown({ of: JSON.stringify(asked), register }),
        told,
      )
    })
  const file = (as: RegisterForm) =>
    take(as, () => download(registers.download, { ...asked, as }).catch(told))

  return (
    <>
      <PageHead
        title={title}
        line="With the names of patients. Each look and each file is recorded in Audit."
      />
      <div className={classes.kinds}>
        <Segments label="Register" value={kind} choices={choices} onChange={setKind} />
      </div>
      <div className={`wrap gap-16 ${classes.asked}`}>
        <div className={classes.day}>
          <DayField label="From Date" value={from} isTakenWhenLeft onChange={setFrom} />
        </div>
        <div className={classes.day}>
          <DayField label="To Date" value={to} isTakenWhenLeft onChange={setTo} />
        </div>
        <PushButton loading={doing === 'look'} disabled={refusal !== null} onClick={() => void look()}>
          Show
        </PushButton>
        {RegisterForm.options.map((as) => (
          <PushButton
            key={as}
            icon={<IconDownload size={16} stroke={1.75} aria-hidden />}
            loading={doing === as}
            disabled={refusal !== null}
            onClick={() => void file(as)}
          >
            {as.toUpperCase()}
          </PushButton>
        ))}
      </div>
      {refusal && <p role="alert">{say(registerWords, refusal).text}</p>}
      {!refusal &&
        (shown?.of === JSON.stringify(asked) ? (
          <RegisterTable label={registerNames[kind]} register={shown.register} />
        ) : (
          <p className="muted">Press Show to look at these days here.</p>
        ))}
    </>
  )
}
