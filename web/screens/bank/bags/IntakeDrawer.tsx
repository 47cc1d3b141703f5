import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { wordsFor } from '../../../api/client.ts'
import { ScanField } from '../../../parts/bags/ScanField.tsx'
import { useCatchScan } from '../../../parts/bags/use-catch-scan.ts'
import { showAlert } from '../../../ui/feedback/alert-store.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Popup } from '../../../ui/feedback/Popup.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { IntakeDefaultFields } from './IntakeDefaults.tsx'
import classes from './IntakeDrawer.module.css'
import { IntakeRow } from './IntakeRow.tsx'
import { type IntakeWork, useIntake } from './use-intake.ts'

type IntakeDrawerProps = { onClose: () => void; onShow: (number: string) => void }

/** A pile of bags and a scanner: one field keeps the focus, and each bag is a line. */
export function IntakeDrawer({ onClose, onShow }: IntakeDrawerProps) {
  const work = useIntake()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isOnlyWrong, setOnlyWrong] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const focus = () => field.current?.focus({ preventScroll: true })
  const catching = useCatchScan<HTMLDivElement>(true)
  const { lines, ready } = work
  const wrong = lines.filter((line) => line.wrong)
  const shown = isOnlyWrong && wrong.length > 0 ? wrong : lines

  function scan(text: string) {
    setError(work.scan(text))
    setTyped('')
    focus()
  }

  async function close() {
    // the press of Escape that asks would also answer
    await new Promise((resolve) => setTimeout(resolve))
    if (work.count > 0 && (await askWhetherToClose(work.count)) === 'action') return focus()
    onClose()
  }

  return (
    <Popup
      opened
      isDrawer
      onClose={() => void close()}
      title="Take in bags"
      line="They wait in quarantine until the five tests and the group of their donation are recorded."
      foot={<Foot work={work} wrong={wrong.length} onClose={() => void close()} onSaved={focus} />}
    >
      <div {...catching}>
        <div className={classes.scan}>
          <ScanField
            ref={field}
            size="lg"
            labelShown
            wantsLabels
            label="Scan or type a bag number"
            value={typed}
            onChange={setTyped}
            onScan={scan}
            error={error}
            right="Enter takes the line"
          />
          <IntakeDefaultFields work={work} />
        </div>
        {work.asked.error && !work.rules && (
          <Notice kind="warning" onRetry={work.asked.refetch}>
            Shelf lives did not load, so nothing can be checked yet. {wordsFor(work.asked.error).text}
          </Notice>
        )}
        <div className={`row wrap gap-16 ${classes.counts}`} aria-live="polite">
          <p>
            <strong className={`figures ${classes.total}`}>{work.count}</strong>{' '}
            <span className="dim">scanned</span>
          </p>
          <p className={`inline gap-6 ${classes.ready}`}>
            <IconCheck size={18} stroke={2} aria-hidden />
            <strong>{ready.length}</strong> ready
          </p>
          {wrong.length > 0 && (
            <p className={`inline gap-6 ${classes.wrong}`}>
              <IconAlertCircle size={18} stroke={1.75} aria-hidden />
              <strong>{wrong.length}</strong> to mend
            </p>
          )}
          {wrong.length > 0 && wrong.length < lines.length && (
            <PushButton
              className={`${classes.tall} ${classes.only}`}
              aria-pressed={isOnlyWrong}
              onClick={() => setOnlyWrong(!isOnlyWrong)}
            >
              {isOnlyWrong ? `Show all ${lines.length}` : `Show the ${wrong.length}`}
            </PushButton>
          )}
        </div>
        {work.count === 0 ? (
          <p className={`dim ${classes.none}`}>
            Scan the number of the first bag, then its group, product and expiry if they are barcodes. A group
            may be typed, like O+.
          </p>
        ) : (
          <ol className={classes.lines} aria-label="Scanned bags">
            {shown.map((line) => (
              <IntakeRow
                key={line.entry.id}
                shown={line}
                place={lines.length - lines.indexOf(line)}
                work={work}
                onAgain={(text) => {
                  setTyped(text)
                  focus()
                }}
                onShow={onShow}
                focus={focus}
              />
            ))}
          </ol>
        )}
      </div>
    </Popup>
  )
}

const askWhetherToClose = (count: number) =>
  showAlert({
    title: `${count} ${count === 1 ? 'Bag Is' : 'Bags Are'} Not Saved`,
    text: 'They stay in this list on this device for a day, and are on no shelf until you open it again and save them.',
    ok: 'Close',
    action: { label: 'Go on', isFirst: true },
  })

type FootProps = { work: IntakeWork; wrong: number; onClose: () => void; onSaved: () => void }

function Foot({ work, wrong, onClose, onSaved }: FootProps) {
  const count = work.ready.length
  return (
    <>
      <p className={`small ${classes.footText}`}>
        {count > 0 && <strong>{count === 1 ? '1 goes' : `${count} go`} into quarantine. </strong>}
        {wrong > 0 && (
          <span className="dim">
            {wrong === 1 ? 'The other one stays' : `${wrong} stay`} here until mended or removed.
          </span>
        )}
      </p>
      <PushButton className={classes.tall} onClick={onClose}>
        Close
      </PushButton>
      <PushButton
        kind="primary"
        className={`${classes.tall} ${classes.save}`}
        disabled={count === 0}
        loading={work.isBusy}
        loadingLabel="Saving"
        onClick={() => void work.save().then(onSaved)}
      >
        Save {count}
      </PushButton>
    </>
  )
}
