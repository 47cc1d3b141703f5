import { IconFridge } from '@tabler/icons-react'
import type { BankSettings } from '#contract/bags.ts'
import { isBankAdmin } from '#domain/people/actor.ts'
import { useMember } from '../../../api/session.ts'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { useSettings } from './use-settings.ts'

/** A bank that counts as before: what keeping bags would mean, and for its admins the switch. */
export function NoBags({ settings }: { settings: BankSettings }) {
  const member = useMember()
  const { save, isBusy } = useSettings(settings)
  return (
    <section
      className="box readable stack gap-12"
      style={{ padding: 20, justifyItems: 'start' }}
      aria-label="Bags"
    >
      <h2 className="heading row gap-8">
        <IconFridge size={20} stroke={1.75} aria-hidden /> Your bank does not keep bags here yet
      </h2>
      <p className="dim">
        With bags, each unit has its number, its expiry and its place: you scan it in, record its tests, see
        what ends soon, and orders are matched to single bags. Your four stock screens stay as they are, and
        count on their own.
      </p>
      <p className="dim">
        Once it is on, you are offered for orders with what lies free on the shelf. So take in what you have
        first.
      </p>
      {isBankAdmin(member) ? (
        <PushButton
          kind="primary"
          loading={isBusy}
          loadingLabel="Saving"
          onClick={() => void save({ keepsBags: true })}
        >
          Keep bags here
        </PushButton>
      ) : (
        <p className="muted">An admin of your bank can switch it on, on this page.</p>
      )}
    </section>
  )
}
