import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Hearing, hearing } from '#contract/hearing.ts'
import type { InputOf, Route } from '#contract/route.ts'
import { call, wordsFor } from '../../api/client.ts'
import { ask, queryClient } from '../../api/queries.ts'
import { showAlert } from '../../ui/feedback/alert-store.ts'
import { FormCell, FormSection } from '../../ui/fields/FormSection.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { HearingTable } from './HearingTable.tsx'
import { deskColumns, isLocked, ownColumns, type Tick } from './hearing-ticks.ts'
import classes from './OwnAccount.module.css'
import { OwnNumber } from './OwnNumber.tsx'
import { QuietPart } from './QuietPart.tsx'
import { RingMe } from './RingMe.tsx'

const asked = ask(hearing.show, {})

/** By which ways somebody hears of what, and what their organisation's desk is rung for. Saved with each tick. */
export function HearingPart() {
  const { data, isError, refetch } = useQuery({ ...asked, refetchOnMount: 'always' })
  const { busy, save } = useSaving()
  if (!data)
    return (
      <FormSection title="What I hear">
        <FormCell span={6}>
          {isError && (
            <p className={`row wrap ${classes.failed}`}>
              What you hear did not load.
              <PushButton size="xs" onClick={() => void refetch()}>
                Try again
              </PushButton>
            </p>
          )}
        </FormCell>
      </FormSection>
    )
  const tick = ({ kind, way, isOn }: Tick) => save(`me ${kind} ${way}`, hearing.choose, { kind, way, isOn })
  const tickDesk = ({ kind, way, isOn }: Tick) => {
    if (way === 'mail' || way === 'sms') save(`desk ${kind} ${way}`, hearing.chooseDesk, { kind, way, isOn })
  }
  const { desk } = data
  return (
    <>
      <FormSection
        title="What I hear"
        help="For each kind, where it reaches you. Saved as you tick. No message names a patient."
      >
        <FormCell span={6}>
          <HearingTable
            label="What I hear"
            columns={ownColumns(data)}
            hearing={data}
            isLocked={(kind, way) => isLocked(data, 'me', kind, way)}
            busy={busy}
            of="me"
            onTick={tick}
          />
        </FormCell>
        {data.audience !== 'driver' && (
          <FormCell span={6}>
            <OwnNumber phone={data.phone} onSaved={keep} />
          </FormCell>
        )}
        <FormCell span={6}>
          <RingMe />
        </FormCell>
      </FormSection>
      {data.audience !== 'driver' && (
        <QuietPart quiet={data.quiet} onSave={(quiet) => save('quiet', hearing.setQuiet, { quiet })} />
      )}
      {desk && (
        <FormSection
          title={data.audience === 'provider' ? 'The provider’s desk' : `${data.place}’s desk`}
          help={
            desk.isFixed
              ? 'Its mailboxes are settings of the service and always on.'
              : 'The mailbox and phones of the organisation. Who switches one stands in Audit.'
          }
        >
          <FormCell span={6}>
            <HearingTable
              label="Desk"
              columns={deskColumns(desk, data.ways)}
              hearing={data}
              isLocked={(kind, way) => isLocked(data, 'desk', kind, way)}
              busy={busy}
              of="desk"
              onTick={tickDesk}
            />
          </FormCell>
        </FormSection>
      )}
    </>
  )
}

const keep = (now: Hearing) => queryClient.setQueryData(asked.queryKey, now)

/** One write after the other, so that no older answer stands over a newer one. */
function useSaving() {
  const [busy, setBusy] = useState<string | null>(null)

  async function send<R extends Route>(what: string, route: R, input: InputOf<R>) {
    setBusy(what)
    try {
      keep((await call(route, input)) as Hearing)
    } catch (error) {
      await showAlert(wordsFor(error))
      await queryClient.invalidateQueries({ queryKey: asked.queryKey })
    }
    setBusy(null)
  }

  return {
    busy,
    save: <R extends Route<Route['input'], typeof hearing.show.output>>(
      what: string,
      route: R,
      input: InputOf<R>,
    ) => {
      if (busy === null) void send(what, route, input)
    },
  }
}
