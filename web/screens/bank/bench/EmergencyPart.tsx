import { IconUrgent } from '@tabler/icons-react'
import { useState } from 'react'
import type { BenchOrderView } from '#contract/matching.ts'
import { hasRedCells, shelfGroupName } from '#domain/bags/kinds.ts'
import type { Emergency } from '#domain/matching/issuing.ts'
import { groupInEmergency } from '#domain/matching/sample.ts'
import { useNow } from '../../../parts/use-now.ts'
import { Popup } from '../../../ui/feedback/Popup.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import shared from './bench.module.css'
import { heldUpElsewhere, ownTube } from './bench-words.ts'
import classes from './EmergencyPart.module.css'

type EmergencyPartProps = { order: BenchOrderView; onBegin: (emergency: Emergency) => void }

/** What was found in this patient's tube; else O. */
export function useEmergencyGroup(order: BenchOrderView): string {
  const now = useNow()
  const group = groupInEmergency(heldUpElsewhere(order, now) === null ? ownTube(order) : null, order, now)
  return group ? shelfGroupName(group) : 'group O'
}

/** For a bleeding patient: a named doctor asks for blood without a cross-match. An act of its own, and a red one. */
export function EmergencyPart({ order, onBegin }: EmergencyPartProps) {
  const group = useEmergencyGroup(order)
  const [isOpen, setIsOpen] = useState(false)
  const [doctor, setDoctor] = useState('')
  const [reason, setReason] = useState('')
  if (!hasRedCells(order.component)) return null
  const isWhole = doctor.trim() !== '' && reason.trim() !== ''
  return (
    <section className={classes.part} aria-labelledby="bench-emergency">
      <div className="fill">
        <h2 id="bench-emergency" className="heading">
          Emergency release
        </h2>
        <p className="muted">
          For a bleeding patient, on a doctor’s word: {group}, not cross-matched. The result is owed within 24
          hours.
        </p>
      </div>
      <PushButton
        className={`${shared.press} ${classes.begin}`}
        icon={<IconUrgent size={18} stroke={1.75} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        Release without cross-match…
      </PushButton>
      <Popup
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title="Release without cross-match"
        subject={order.id}
        line="Who asks for it, and why is there no time? Both stand on the slip, which says NOT CROSS-MATCHED."
        foot={
          <>
            <PushButton
              kind="primary"
              className={shared.press}
              disabled={!isWhole}
              onClick={() => {
                setIsOpen(false)
                onBegin({ doctor: doctor.trim(), reason: reason.trim() })
              }}
            >
              Begin emergency release
            </PushButton>
            <PushButton kind="quiet" className={shared.press} onClick={() => setIsOpen(false)}>
              Cancel
            </PushButton>
          </>
        }
      >
        <div className="stack gap-16">
          <TextField
            label="Doctor who asks"
            size="lg"
            value={doctor}
            maxLength={80}
            autoComplete="off"
            data-autofocus
            onChange={(event) => setDoctor(event.currentTarget.value)}
          />
          <TextField
            label="Reason"
            size="lg"
            value={reason}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </div>
      </Popup>
    </section>
  )
}

type EmergencyBandProps = { order: BenchOrderView; emergency: Emergency; onStop: () => void }

/** As long as it lasts it cannot be overlooked. */
export const EmergencyBand = ({ order, emergency, onStop }: EmergencyBandProps) => (
  <div className={`${shared.stop} ${classes.band}`} role="alert">
    <IconUrgent size={26} stroke={1.75} aria-hidden />
    <div className="fill">
      <p className={shared.stopTitle}>Emergency release: NOT CROSS-MATCHED</p>
      <p className="breaks">
        Asked for by <bdi>{emergency.doctor}</bdi>: <bdi>{emergency.reason}</bdi>. Hold bags of{' '}
        {useEmergencyGroup(order)}, scan them out, and issue. The cross-match is owed within 24 hours.
      </p>
    </div>
    <PushButton className={shared.press} onClick={onStop}>
      Stop, match as usual
    </PushButton>
  </div>
)
