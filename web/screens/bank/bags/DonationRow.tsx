import { IconAlertCircle, IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { bags } from '#contract/bags.ts'
import { mandatoryTests, standOf } from '#domain/bags/donation-tests.ts'
import { ShelfGroup, shelfGroupName, shelfGroups } from '#domain/bags/kinds.ts'
import { useLive } from '../../../api/queries.ts'
import { BagNumber } from '../../../parts/bags/BagNumber.tsx'
import { CheckBox } from '../../../ui/fields/CheckBox.tsx'
import { Dropdown } from '../../../ui/fields/Dropdown.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { Segments } from '../../../ui/fields/Segments.tsx'
import { foundResults, nothingFound, resultsOf, type Waiting } from './donations.ts'
import classes from './TestsDrawer.module.css'
import type { TestWork } from './use-tests.ts'

export const donationAt = (number: string): string => `donation-${number}`

type DonationRowProps = { donation: Waiting; work: TestWork; isOpen: boolean; onOpen: () => void }

export function DonationRow({ donation, work, isOpen, onOpen }: DonationRowProps) {
  const { number, bags: own, group } = donation
  const [first] = own
  const refusal = work.refused.get(number)
  return (
    <li
      id={donationAt(number)}
      className={classes.donation}
      data-chosen={work.chosen.has(number) || undefined}
    >
      <div className={`row wrap gap-12 ${classes.head}`}>
        <CheckBox
          size="lg"
          className={classes.choose ?? ''}
          label={<span className="visually-hidden">Select {number}</span>}
          checked={work.chosen.has(number)}
          disabled={group === null}
          onChange={() => work.toggle(number)}
        />
        <span className={classes.number}>{first && <BagNumber bag={{ ...first, division: '' }} />}</span>
        <strong className={`nowrap ${classes.group}`}>
          {group ? shelfGroupName(group) : 'labels differ'}
        </strong>
        <span className={`dim ${classes.kinds}`}>{own.map(({ component }) => component).join(', ')}</span>
        <PushButton
          size="sm"
          className={classes.tall}
          aria-expanded={isOpen}
          aria-label={`Results of ${number}`}
          icon={<IconChevronDown size={16} stroke={1.75} aria-hidden />}
          onClick={onOpen}
        >
          Results
        </PushButton>
      </div>
      {refusal && (
        <p className={`small gap-6 ${classes.why}`} role="status">
          <IconAlertCircle size={16} stroke={1.75} aria-hidden />
          <span>
            <strong>{refusal.title}.</strong> {refusal.text}
          </span>
        </p>
      )}
      {isOpen && <ResultForm donation={donation} work={work} />}
    </li>
  )
}

const choices = [
  { value: 'none', label: '–', name: 'not yet' },
  { value: 'negative', label: 'negative' },
  { value: 'reactive', label: 'reactive' },
] as const

function ResultForm({ donation, work }: Pick<DonationRowProps, 'donation' | 'work'>) {
  const known = useLive(bags.find, { number: donation.number }).data
  const [found, setFound] = useState(nothingFound)
  const results = foundResults(found)
  const stand = known?.number === donation.number ? standOf(resultsOf(known)) : null
  return (
    <Form
      label={`Results of ${donation.number}`}
      className={classes.form}
      onSubmit={() => results.length > 0 && void work.recordOne(donation, results)}
    >
      {stand?.kind === 'waiting' && (
        <p className={`muted ${classes.whole}`}>Still to be recorded: {stand.missing.join(', ')}</p>
      )}
      {[...mandatoryTests, 'NAT' as const].map((test) => (
        <div key={test} className={classes.test}>
          <span className="small medium">{test}</span>
          <Segments
            label={test}
            value={found.tests[test] ?? 'none'}
            choices={choices}
            onChange={(value) => {
              const { [test]: _, ...rest } = found.tests
              setFound({ ...found, tests: value === 'none' ? rest : { ...rest, [test]: value } })
            }}
          />
        </div>
      ))}
      <Dropdown
        label="Group found"
        size="lg"
        placeholder="not yet"
        options={[
          { value: '', label: 'not yet' },
          ...shelfGroups.map((value) => ({ value, label: shelfGroupName(value) })),
        ]}
        value={found.group}
        onChange={(value) => setFound({ ...found, group: value ? ShelfGroup.parse(value) : null })}
      />
      <PushButton
        type="submit"
        kind="ink"
        className={classes.tall}
        disabled={results.length === 0}
        loading={work.isBusy}
        loadingLabel="Saving"
      >
        Record results
      </PushButton>
    </Form>
  )
}
