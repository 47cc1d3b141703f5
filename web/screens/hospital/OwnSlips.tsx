import { useState } from 'react'
import { fates, type IssueNote, type NoteBag } from '#contract/fates.ts'
import type { Slip } from '#contract/matching.ts'
import { bagName } from '#domain/bags/bag.ts'
import { isToBeUsed } from '#domain/fates/fate.ts'
import { isInHouse, isToReceive, toldOfBag } from '#domain/fates/showing.ts'
import { wordsFor } from '../../api/client.ts'
import { useLive } from '../../api/queries.ts'
import { PackedSlip } from '../../parts/bags/PackedBags.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { FateForm } from './FateForm.tsx'
import classes from './OwnSlips.module.css'
import { ReceiptForm } from './ReceiptForm.tsx'

/** What left for a request of one's own, what was said of each bag, and where the rest is said (ruling AMB-345). */
export function OwnSlips({ id, slips }: { id: string; slips: readonly Slip[] }) {
  const { data, error, isPlaceholderData, refetch } = useLive(fates.notes, { requestId: id })
  const notes = isPlaceholderData ? [] : (data?.items ?? [])
  return (
    <>
      {error && !data && (
        <Notice kind="warning" onRetry={refetch}>
          What was said of these bags did not load: {wordsFor(error).text}
        </Notice>
      )}
      {slips.map((slip) => (
        <OwnSlip key={slip.slip} slip={slip} note={notes.find((one) => one.slip === slip.slip)} />
      ))}
    </>
  )
}

function OwnSlip({ slip, note }: { slip: Slip; note: IssueNote | undefined }) {
  const toCome = note?.bags.filter(isToReceive) ?? []
  return (
    <PackedSlip
      slip={slip}
      mayPrint
      saidOf={(id) => {
        const bag = note?.bags.find((one) => one.id === id)
        return bag && <Said bag={bag} />
      }}
    >
      {/* anew when a part was received: what is left is another question */}
      {toCome.length > 0 && (
        <ReceiptForm key={toCome.map(({ id }) => id).join()} slip={slip.slip} bags={toCome} />
      )}
    </PackedSlip>
  )
}

type Open = 'transfused' | 'else' | null

/** What was said of one bag; of one that is in the house, what becomes of it. */
function Said({ bag }: { bag: NoteBag }) {
  const [open, setOpen] = useState<Open>(null)
  const lines = toldOfBag(bag)
  return (
    <>
      {lines.map((line) => (
        <span key={line} className={`block muted ${classes.said}`} data-bad={isBad(bag, line) || undefined}>
          <bdi>{line}</bdi>
        </span>
      ))}
      {isInHouse(bag) && open === null && (
        <span className={`wrap gap-8 ${classes.acts}`}>
          {isToBeUsed(bag.found) && (
            <PushButton aria-label={`Transfused, ${bagName(bag)}`} onClick={() => setOpen('transfused')}>
              Transfused…
            </PushButton>
          )}
          <PushButton
            kind={isToBeUsed(bag.found) && !bag.setAside ? 'quiet' : 'outlined'}
            aria-label={`Not transfused, ${bagName(bag)}`}
            onClick={() => setOpen('else')}
          >
            Not transfused…
          </PushButton>
        </span>
      )}
      {isInHouse(bag) && open !== null && (
        <FateForm bag={bag} isTransfused={open === 'transfused'} onDone={() => setOpen(null)} />
      )}
    </>
  )
}

const isBad = ({ found, fate }: NoteBag, line: string): boolean =>
  (line.startsWith('Received') && !isToBeUsed(found)) || (line.startsWith('Missing') && fate === 'missing')
