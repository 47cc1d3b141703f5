import { IconBarcode, IconPrinter, IconSettings, IconTestPipe } from '@tabler/icons-react'
import { useState } from 'react'
import { type BankSettings, bags } from '#contract/bags.ts'
import { shelfText } from '#domain/bags/showing.ts'
import { isBankAdmin } from '#domain/people/actor.ts'
import { useLive } from '../../../api/queries.ts'
import { useMember } from '../../../api/session.ts'
import { LiveNow } from '../../../parts/LiveNow.tsx'
import { useUrlText } from '../../../parts/use-url-text.ts'
import { WaitingLines } from '../../../ui/feedback/WaitingLines.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { PageHead } from '../../../ui/frame/PageHead.tsx'
import { BagDrawer } from './BagDrawer.tsx'
import { BagList } from './BagList.tsx'
import classes from './BagsScreen.module.css'
import { IntakeDrawer } from './IntakeDrawer.tsx'
import { NoBags } from './NoBags.tsx'
import { SettingsFailed, SettingsPopup } from './SettingsPopup.tsx'
import { Shelf } from './Shelf.tsx'
import type { Cells } from './shelf-cells.ts'
import { TestsDrawer } from './TestsDrawer.tsx'
import { useBagFilters } from './use-bag-filters.ts'
import { useScannedCount } from './use-intake.ts'
import { useLabelChoice } from './use-label-choice.ts'

/** A bank's bags: the shelf, and the way in, through the tests, and off it. */
export function BagsScreen({ title }: { title: string }) {
  const asked = useLive(bags.shelf, {})
  const { data } = asked
  const isKept = data?.settings.keepsBags
  return (
    <>
      <PageHead title={title} line={isKept ? shelfText(data.cells) : ''} right={<LiveNow />} />
      {asked.error && !data && <SettingsFailed error={asked.error} retry={asked.refetch} />}
      {!data && !asked.error && <WaitingLines widths={[70, 45, 60]} />}
      {data && !isKept && <NoBags settings={data.settings} />}
      {data && isKept && <KeptBags cells={data.cells} settings={data.settings} />}
    </>
  )
}

type Opened = 'intake' | 'tests' | 'settings' | null

function KeptBags({ cells, settings }: { cells: Cells; settings: BankSettings }) {
  const member = useMember()
  const filters = useBagFilters()
  const labels = useLabelChoice()
  const scanned = useScannedCount()
  const [opened, setOpened] = useState<Opened>(null)
  const [bagId, setBagId] = useUrlText('bag')
  const [number, setNumber] = useUrlText('number')
  const close = () => setOpened(null)
  return (
    <>
      <div className={`wrap gap-8 ${classes.acts}`}>
        {isBankAdmin(member) && (
          <PushButton
            className={classes.tall}
            icon={<IconSettings size={18} stroke={1.75} aria-hidden />}
            onClick={() => setOpened('settings')}
          >
            Settings
          </PushButton>
        )}
        <PushButton
          className={classes.tall}
          icon={<IconPrinter size={18} stroke={1.75} aria-hidden />}
          disabled={labels.chosen.size === 0}
          title={labels.chosen.size === 0 ? 'Tick bags in the list first.' : undefined}
          loading={labels.isBusy}
          onClick={() => void labels.print()}
        >
          Labels <Count of={labels.chosen.size} />
        </PushButton>
        <PushButton
          className={classes.tall}
          icon={<IconTestPipe size={18} stroke={1.75} aria-hidden />}
          onClick={() => setOpened('tests')}
        >
          Tests <Count of={cells.reduce((sum, cell) => sum + cell.quarantine, 0)} />
        </PushButton>
        <PushButton
          kind="primary"
          className={classes.tall}
          icon={<IconBarcode size={18} stroke={1.75} aria-hidden />}
          onClick={() => setOpened('intake')}
        >
          Take in <Count of={scanned} />
        </PushButton>
      </div>
      <Shelf cells={cells} filters={filters} />
      <BagList {...{ filters, labels, number, setNumber }} onOpen={(id) => setBagId(id, true)} />
      {opened === 'intake' && (
        <IntakeDrawer
          onClose={close}
          onShow={(one) => {
            close()
            setNumber(one)
          }}
        />
      )}
      {opened === 'tests' && <TestsDrawer onClose={close} />}
      {opened === 'settings' && <SettingsPopup settings={settings} cells={cells} onClose={close} />}
      {bagId && <BagDrawer id={bagId} onClose={() => setBagId('')} onOpen={(id) => setBagId(id)} />}
    </>
  )
}

const Count = ({ of }: { of: number }) => of > 0 && <span className={`figures ${classes.count}`}>{of}</span>
