import { IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { matching } from '#contract/matching.ts'
import type { RequestDetail } from '#contract/requests.ts'
import type { OutputOf } from '#contract/route.ts'
import { topicOf } from '#contract/route.ts'
import { type Bombay, bombayAmong, type ShelfGroup, shelfGroupName } from '#domain/bags/kinds.ts'
import { isWholeNod, needsDoctor } from '#domain/matching/substituting.ts'
import { call, wordsFor } from '../../api/client.ts'
import { newKey } from '../../api/key.ts'
import { queryClient, useLive } from '../../api/queries.ts'
import { showAlert } from '../../ui/feedback/alert-store.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'
import classes from './BankAsks.module.css'

type Asked = OutputOf<typeof matching.packed>
type Substitution = Asked['substitutions'][number]
type AskedFor = Omit<RequestDetail, 'bloodGroup'> & { bloodGroup: ShelfGroup }

/** What the blood bank asks of the hospital, in plain words: another group, or which group is right. */
export function BankAsks({ request }: { request: RequestDetail }) {
  const { data } = useLive(matching.packed, { id: request.id }, { enabled: request.bankId !== null })
  if (!data || request.bankId === null) return null
  const open = data.substitutions.filter(({ decidedAt }) => decidedAt === null)
  return (
    <>
      {data.bombay && <BombayPatient group={data.bombay} />}
      {data.everBombay && !data.bombay && !data.correctTo && <OnceBombay group={data.everBombay} />}
      {(data.onHold || data.correctTo) && <Correcting request={request} asked={data} />}
      {open.map((substitution) => (
        <OtherGroup
          key={substitution.bloodGroup}
          request={{ ...request, bloodGroup: groupOf(request, data) }}
          asked={substitution}
        />
      ))}
    </>
  )
}

/** The patient's; of a Bombay patient the request says O. */
const groupOf = (request: RequestDetail, { bombay }: Asked): ShelfGroup => bombay ?? request.bloodGroup

async function send(text: string, sending: () => Promise<unknown>): Promise<void> {
  try {
    await sending()
    showToast({ text, kind: 'success' })
  } catch (error) {
    await showAlert(wordsFor(error))
  }
  await queryClient.invalidateQueries({ queryKey: [topicOf(matching.packed)] })
}

/** What a plain laboratory cannot tell from O: said before a word that takes it back. */
const bombayWarning =
  'It was found or said before that this patient is Oh (Bombay), and a laboratory that tests for A and B alone finds O in them. Only if the blood bank has tested this sample for H: O kills a Bombay patient. '

function Correcting({ request, asked }: { request: RequestDetail; asked: Asked }) {
  const { doing, take } = useOneAtATime<'correct'>()
  const { onHold, correctTo: found, everBombay, bombay } = asked
  const name = found && shelfGroupName(found)
  const isAgain = found === groupOf(request, asked)

  async function correct() {
    if (!found) return
    const once = bombay ?? everBombay
    const isTakenBack = once && !bombayAmong(found)
    const answer = await showAlert({
      title: isAgain ? `Surely ${name}?` : `Correct to ${name}?`,
      text: `${isTakenBack ? bombayWarning : ''}Only if the tube is surely this patient’s: the request then asks for ${name} blood${bombayAmong(found) ? ', and nothing else is given' : ''}. If you are not sure, send a new sample.`,
      ok: 'Leave it',
      action: { label: `Correct to ${name}` },
    })
    if (answer !== 'action') return
    const key = newKey()
    await take('correct', () =>
      send('Blood Group Corrected', () =>
        call(matching.correctGroup, { id: request.id, bloodGroup: found }, { key }),
      ),
    )
  }

  return (
    <Notice kind="warning">
      <div className="stack gap-8">
        {onHold ? (
          <p>
            <strong className="strong">The blood bank has stopped.</strong> {onHold} Please send a new sample
            {found && ', or correct the group if the request is wrong'}.
          </p>
        ) : isAgain && everBombay ? (
          <OnceBombayText group={everBombay} />
        ) : (
          <p>
            <strong className="strong">A blood bank found {name} in a sample of this patient.</strong> Please
            correct the group if the request is wrong, or send a new sample.
          </p>
        )}
        {found && (
          <div>
            <PushButton loading={doing !== null} loadingLabel="Correcting" onClick={() => void correct()}>
              {isAgain ? `The patient is ${name}…` : `Correct the request to ${name}…`}
            </PushButton>
          </div>
        )}
      </div>
    </Notice>
  )
}

const OnceBombay = ({ group }: { group: Bombay }) => (
  <Notice kind="warning">
    <OnceBombayText group={group} />
  </Notice>
)

/** Whatever the request says, and in whichever order it was (ruling AMB-405). */
const OnceBombayText = ({ group }: { group: Bombay }) => (
  <p>
    <strong className="strong">This patient was once found or said to be {shelfGroupName(group)}.</strong> In
    an emergency only blood of that group is given. If that was wrong, a newer sample has to show it, and you
    say so here.
  </p>
)

/** No list of a request has this group, so that it is told wherever the request's own is read. */
function BombayPatient({ group }: { group: Bombay }) {
  return (
    <Notice kind="warning">
      <p>
        <strong className="strong">This patient is {shelfGroupName(group)}.</strong> Only blood of that group
        is given, never O.
      </p>
    </Notice>
  )
}

/** Where it is about Rh, a doctor decides and says why. */
function OtherGroup({ request, asked }: { request: AskedFor; asked: Substitution }) {
  const { doing, take } = useOneAtATime<'yes' | 'no'>()
  const [doctor, setDoctor] = useState('')
  const [reason, setReason] = useState('')
  const [key] = useState(newKey)
  const name = shelfGroupName(asked.bloodGroup)
  const isRh = needsDoctor(request, asked.bloodGroup)
  const isMissing = !isWholeNod(request, { ...asked, doctor, reason })
  const { id } = request
  const decide = (isAccepted: boolean) =>
    take(isAccepted ? 'yes' : 'no', () =>
      send(isAccepted ? `${name} Accepted` : `${name} Refused`, () =>
        call(
          matching.decide,
          { id, bloodGroup: asked.bloodGroup, isAccepted, doctor, reason },
          { key: `${key}${isAccepted ? 1 : 0}` },
        ),
      ),
    )

  return (
    <section className={`stack gap-12 ${classes.ask}`} aria-label={`May it be ${name}?`}>
      <p>
        <strong className="strong">
          {request.bankName ?? request.bankId} asks: may it be {name} in place of{' '}
          {shelfGroupName(request.bloodGroup)}?
        </strong>{' '}
        {asked.reason}
        {isRh && ' This needs the name of the doctor who decides, and why.'} Until you answer, none of it is
        issued.
      </p>
      {isRh && (
        <div className={classes.fields}>
          <TextField
            label="Doctor who decides"
            value={doctor}
            maxLength={80}
            autoComplete="off"
            onChange={(event) => setDoctor(event.currentTarget.value)}
          />
          <TextField
            label="Reason"
            value={reason}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </div>
      )}
      <div className="wrap gap-8">
        <PushButton
          kind="ink"
          icon={<IconCheck size={18} stroke={2} aria-hidden />}
          disabled={isMissing}
          loading={doing === 'yes'}
          onClick={() => void decide(true)}
        >
          Yes, {name} may be given
        </PushButton>
        <PushButton
          icon={<IconX size={18} stroke={2} aria-hidden />}
          loading={doing === 'no'}
          onClick={() => void decide(false)}
        >
          No
        </PushButton>
      </div>
    </section>
  )
}
