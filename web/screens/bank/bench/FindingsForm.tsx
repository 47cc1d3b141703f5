import { useState } from 'react'
import { type BenchSample, matching } from '#contract/matching.ts'
import { type ShelfGroup, shelfGroups } from '#domain/bags/kinds.ts'
import { AntibodyScreen, Recent } from '#domain/matching/sample.ts'
import { recentOptions, screenOptions } from '../../../parts/bags/finding-options.ts'
import { groupOptions } from '../../../parts/bags/group-options.ts'
import { Dropdown } from '../../../ui/fields/Dropdown.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import shared from './bench.module.css'
import classes from './SampleForm.module.css'
import type { BenchActs } from './use-bench-act.ts'

type FindingsFormProps = { id: string; sample: BenchSample; acts: BenchActs; onDone: () => void }

/** What the tube was found to be, once it is tested. */
export function FindingsForm({ id, sample, acts, onDone }: FindingsFormProps) {
  const [groupFound, setGroupFound] = useState<ShelfGroup | null>(sample.groupFound)
  const [antibodyScreen, setAntibodyScreen] = useState<AntibodyScreen>(sample.antibodyScreen)
  const [recent, setRecent] = useState<Recent>(sample.recent)
  const { unfitReason, version } = sample

  async function record() {
    const found = { groupFound, antibodyScreen, recent, unfitReason }
    const of = { id, sampleId: sample.id, version }
    if (await acts.act('findings', matching.recordFindings, { ...of, ...found })) onDone()
  }

  return (
    <Form label="What was found" className={classes.form} onSubmit={record}>
      <div className={classes.fields}>
        <Dropdown
          label="Group found"
          size="lg"
          placeholder="Choose"
          options={groupOptions}
          value={groupFound}
          onChange={(value) => setGroupFound(shelfGroups.find((group) => group === value) ?? null)}
        />
        <Dropdown
          label="Antibody screen"
          size="lg"
          options={screenOptions}
          value={antibodyScreen}
          onChange={(value) => setAntibodyScreen(AntibodyScreen.catch('not-done').parse(value))}
        />
        <Dropdown
          label="Transfused or pregnant in 3 months"
          size="lg"
          options={recentOptions}
          value={recent}
          onChange={(value) => setRecent(Recent.catch('unknown').parse(value))}
        />
      </div>
      <div>
        <PushButton
          type="submit"
          kind="ink"
          className={shared.press}
          disabled={groupFound === null}
          loading={acts.isDoing('findings')}
          loadingLabel="Recording"
        >
          Record what was found
        </PushButton>
      </div>
    </Form>
  )
}
