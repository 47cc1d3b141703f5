import { useState } from 'react'
import { BankSettings } from '#contract/bags.ts'
import { wordsFor } from '../../../api/client.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Popup } from '../../../ui/feedback/Popup.tsx'
import { CheckBox } from '../../../ui/fields/CheckBox.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { Minimums } from './Minimums.tsx'
import classes from './SettingsPopup.module.css'
import type { Cells } from './shelf-cells.ts'
import { useSettings } from './use-settings.ts'

type SettingsPopupProps = { settings: BankSettings; cells: Cells; onClose: () => void }

/** For the bank's admins: how it works with its bags. */
export function SettingsPopup({ settings, cells, onClose }: SettingsPopupProps) {
  return (
    <Popup opened onClose={onClose} title="Settings of bags">
      <Rules settings={settings} />
      <Minimums cells={cells} />
    </Popup>
  )
}

type Draft = { keepsBags: boolean; secondChecker: boolean; sampleHours: string; spareHours: string }

const draftOf = ({ keepsBags, secondChecker, sampleHours, spareHours }: BankSettings): Draft => ({
  keepsBags,
  secondChecker,
  sampleHours: String(sampleHours),
  spareHours: String(spareHours),
})

function Rules({ settings }: { settings: BankSettings }) {
  const [draft, setDraft] = useState(() => draftOf(settings))
  const [wrong, setWrong] = useState<string | null>(null)
  const { save, isBusy } = useSettings(settings)
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))

  async function submit() {
    const read = BankSettings.safeParse({
      ...settings,
      ...draft,
      sampleHours: draft.sampleHours.trim() === '' ? null : Number(draft.sampleHours),
      spareHours: draft.spareHours.trim() === '' ? null : Number(draft.spareHours),
    })
    setWrong(read.success ? null : (String(read.error.issues[0]?.path[0]) ?? null))
    if (read.success) await save(read.data)
  }

  return (
    <Form label="Rules" className="stack gap-12" onSubmit={() => void submit()}>
      <div>
        <CheckBox
          label="We keep bags: orders are offered what lies free on the shelf"
          checked={draft.keepsBags}
          onChange={({ currentTarget }) => change({ keepsBags: currentTarget.checked })}
        />
        <CheckBox
          label="A second person confirms each issue"
          checked={draft.secondChecker}
          onChange={({ currentTarget }) => change({ secondChecker: currentTarget.checked })}
        />
      </div>
      <div className={classes.hours}>
        <TextField
          label="A sample is good for"
          help="From when it was taken."
          right="hours"
          inputMode="numeric"
          autoComplete="off"
          value={draft.sampleHours}
          error={wrong === 'sampleHours' ? 'Please enter 1 to 168 hours.' : null}
          onChange={({ currentTarget }) => change({ sampleHours: currentTarget.value })}
        />
        <TextField
          label="A bag outlives the deadline by"
          help="Bags that end sooner need a reason."
          right="hours"
          inputMode="numeric"
          autoComplete="off"
          value={draft.spareHours}
          error={wrong === 'spareHours' ? 'Please enter 0 to 72 hours.' : null}
          onChange={({ currentTarget }) => change({ spareHours: currentTarget.value })}
        />
      </div>
      <PushButton type="submit" kind="ink" className={classes.save} loading={isBusy} loadingLabel="Saving">
        Save settings
      </PushButton>
    </Form>
  )
}

export const SettingsFailed = ({ error, retry }: { error: unknown; retry: () => unknown }) => (
  <Notice kind="warning" onRetry={retry}>
    The shelf did not load. {wordsFor(error).text}
  </Notice>
)
