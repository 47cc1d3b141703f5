import { useRef, useState } from 'react'
import { isRefused, readBag, readingWords } from '#domain/bags/reading.ts'
import { say } from '#domain/basics/refusal.ts'
import { wordsFor } from '../../../api/client.ts'
import { ScanField } from '../../../parts/bags/ScanField.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Popup } from '../../../ui/feedback/Popup.tsx'
import { WaitingLines } from '../../../ui/feedback/WaitingLines.tsx'
import { CheckBox } from '../../../ui/fields/CheckBox.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { LoadMore } from '../../../ui/table/LoadMore.tsx'
import { DonationRow, donationAt } from './DonationRow.tsx'
import classes from './TestsDrawer.module.css'
import { useTests } from './use-tests.ts'

/** Donations in quarantine: five tests and the group of each, or many that are clear in one press. */
export function TestsDrawer({ onClose }: { onClose: () => void }) {
  const work = useTests()
  const { waiting, marked, list } = work
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [open, setOpen] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const clearable = (waiting ?? []).filter(({ group }) => group)
  const areAll = clearable.length > 0 && clearable.every(({ number }) => work.chosen.has(number))

  /** Ticks the donation of a bag that is held under the scanner. */
  async function scan(text: string) {
    setTyped('')
    setError(null)
    const read = readBag(text)
    if (isRefused(read)) return setError(say(readingWords, read).text)
    const { number } = read
    try {
      if (!(await work.choose(number))) return setError(`No bag of ${number} waits for tests.`)
    } catch (failure) {
      return setError(wordsFor(failure).text)
    }
    requestAnimationFrame(() =>
      document.getElementById(donationAt(number))?.scrollIntoView({ block: 'nearest' }),
    )
  }

  return (
    <Popup
      opened
      isDrawer
      onClose={onClose}
      title="Tests"
      line="A bag is free once HIV, HBsAg, HCV, syphilis and malaria are negative and the group of its donation is recorded."
      foot={
        <>
          <CheckBox
            size="lg"
            className={classes.all}
            label="Select all"
            checked={areAll}
            disabled={clearable.length === 0}
            onChange={() => (areAll ? work.clear() : work.chooseAll())}
          />
          <PushButton
            kind="primary"
            className={classes.tall}
            disabled={marked.length === 0}
            loading={work.isBusy}
            loadingLabel="Saving"
            onClick={() => void work.recordClear()}
          >
            {marked.length > 0 ? `${marked.length}: all` : 'All'} negative, group as labelled
          </PushButton>
        </>
      }
    >
      <ScanField
        ref={field}
        size="lg"
        labelShown
        label="Scan or type a bag number to select its donation"
        value={typed}
        onChange={setTyped}
        onScan={(text) => void scan(text)}
        error={error}
      />
      <p className={`muted ${classes.count}`} aria-live="polite">
        {waiting && countText(waiting.length, list.hasMore)}
      </p>
      {list.error && (
        <Notice kind="warning" onRetry={list.retry}>
          {waiting ? 'This list may be out of date. ' : 'The list did not load. '}
          {wordsFor(list.error).text}
        </Notice>
      )}
      {!waiting && !list.error && <WaitingLines widths={[70, 45, 60]} />}
      {waiting?.length === 0 && (
        <p className="dim">Nothing waits for tests. What you take in appears here.</p>
      )}
      {waiting && waiting.length > 0 && (
        <ul className={classes.donations} aria-label="Donations in quarantine">
          {waiting.map((donation) => (
            <DonationRow
              key={donation.number}
              donation={donation}
              work={work}
              isOpen={open === donation.number}
              onOpen={() => setOpen(open === donation.number ? null : donation.number)}
            />
          ))}
        </ul>
      )}
      {list.hasMore && <LoadMore loading={list.isLoadingMore} onClick={list.loadMore} />}
    </Popup>
  )
}

const countText = (count: number, hasMore: boolean): string =>
  `${count}${hasMore ? ' or more' : ''} ${count === 1 ? 'donation waits' : 'donations wait'}`
