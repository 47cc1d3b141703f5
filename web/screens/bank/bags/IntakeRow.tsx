import {
  IconAlertCircle,
  IconCheck,
  IconChevronDown,
  IconFridge,
  IconPencil,
  IconX,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { IntakeLine } from '#domain/bags/intake.ts'
import { ShelfGroup, shelfComponents, shelfGroupName, shelfGroups } from '#domain/bags/kinds.ts'
import { BagNumber } from '../../../parts/bags/BagNumber.tsx'
import { Dropdown } from '../../../ui/fields/Dropdown.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { Expires } from './bag-columns.tsx'
import classes from './IntakeDrawer.module.css'
import { IntakeMore } from './IntakeMore.tsx'
import type { ShownLine } from './intake-lines.ts'
import type { IntakeWork } from './use-intake.ts'

type IntakeRowProps = {
  shown: ShownLine
  /** Counted from the first that was scanned. */
  place: number
  work: IntakeWork
  onAgain: (typed: string) => void
  onShow: (number: string) => void
  focus: () => void
}

/** One bag: what is known of it, what is wrong, and the one thing to do about that. */
export function IntakeRow({ shown, place, work, onAgain, onShow, focus }: IntakeRowProps) {
  const { entry, line, expiresAt, wrong } = shown
  const [isOpen, setOpen] = useState(false)
  const isActive = work.active === entry.id
  // the bag in the hand: its group is the next scan
  const isNext = isActive && wrong?.code === 'group-missing'
  return (
    <li
      className={classes.line}
      data-active={isActive || undefined}
      data-wrong={wrong ? true : undefined}
      data-next={isNext || undefined}
    >
      <span className="dim figures small">{place}</span>
      <button
        type="button"
        className={`bare ${classes.number}`}
        aria-current={isActive || undefined}
        title="Further labels are for this bag"
        onClick={() => {
          work.activate(entry.id)
          focus()
        }}
      >
        {line ? <BagNumber bag={line} /> : <strong className="figures breaks">{entry.typed}</strong>}
      </button>
      {line && <Known line={line} expiresAt={expiresAt} />}
      {wrong ? (
        <p className={`small gap-6 ${classes.why}`} role="status" data-next={isNext || undefined}>
          <IconAlertCircle size={16} stroke={1.75} aria-hidden />
          <span>
            <strong>{wrong.title}.</strong> {wrong.text}
          </span>
        </p>
      ) : (
        <IconCheck className={classes.ok} size={20} stroke={2} aria-label="ready" />
      )}
      {!isNext && <Mend {...{ shown, work, onAgain, onShow, focus }} />}
      {line && (
        <button
          type="button"
          className={`dim dismiss stack ${classes.opener}`}
          aria-expanded={isOpen}
          aria-label={`More of ${line.number}`}
          title="Volume, segment, donor form"
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronDown size={18} stroke={1.75} aria-hidden />
        </button>
      )}
      <IntakeMore {...{ shown, work, isOpen, focus }} />
      <button
        type="button"
        className={`dim dismiss stack ${classes.remove}`}
        aria-label={`Remove ${line?.number ?? entry.typed}`}
        onClick={() => {
          work.remove(entry.id)
          focus()
        }}
      >
        <IconX size={18} stroke={1.75} aria-hidden />
      </button>
    </li>
  )
}

const Known = ({ line, expiresAt }: { line: IntakeLine; expiresAt: Date | null }) => (
  <>
    <span className={classes.component}>{line.component ?? '–'}</span>
    <strong className={`nowrap ${classes.group}`}>
      {line.bloodGroup ? shelfGroupName(line.bloodGroup) : '–'}
    </strong>
    <span className={`small ${classes.expires}`}>{expiresAt ? <Expires bag={{ expiresAt }} /> : '–'}</span>
  </>
)

function Mend({ shown, work, onAgain, onShow, focus }: Omit<IntakeRowProps, 'place'>) {
  const { entry, wrong, productCode } = shown
  if (productCode !== null)
    return (
      <fieldset className={`wrap gap-8 ${classes.mend}`} aria-label={`What is ${productCode}?`}>
        {shelfComponents.map((component) => (
          <PushButton
            key={component}
            className={classes.tall}
            onClick={() => void work.nameProduct(productCode, component).then(focus)}
          >
            {component}
          </PushButton>
        ))}
      </fieldset>
    )
  if (wrong?.code === 'check-wrong')
    return (
      <div className={classes.beside}>
        <PushButton
          className={classes.tall}
          icon={<IconPencil size={18} stroke={1.75} aria-hidden />}
          onClick={() => {
            work.remove(entry.id)
            onAgain(entry.typed)
          }}
        >
          Type again
        </PushButton>
      </div>
    )
  if (wrong?.code === 'twin')
    return (
      <div className={classes.beside}>
        <PushButton
          className={classes.tall}
          icon={<IconFridge size={18} stroke={1.75} aria-hidden />}
          onClick={() => onShow(entry.read?.number ?? '')}
        >
          Show it
        </PushButton>
      </div>
    )
  if (wrong?.code === 'group-missing' || wrong?.code === 'group-unknown')
    return (
      <div className={`${classes.mend} ${classes.choice}`}>
        <Dropdown
          label="Group"
          size="lg"
          placeholder="Choose"
          options={shelfGroups.map((value) => ({ value, label: shelfGroupName(value) }))}
          value={null}
          onChange={(group) => {
            work.say(entry.id, { bloodGroup: ShelfGroup.parse(group) })
            focus()
          }}
        />
      </div>
    )
  return null
}
