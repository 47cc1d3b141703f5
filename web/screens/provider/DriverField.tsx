import { IconDeviceMobileMessage } from '@tabler/icons-react'
import { type DriverLoad, orders } from '#contract/orders.ts'
import { loadText } from '#domain/requests/driver-load.ts'
import { wordsFor } from '../../api/client.ts'
import { useLive } from '../../api/queries.ts'
import { useNow } from '../../parts/use-now.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Dropdown } from '../../ui/fields/Dropdown.tsx'
import { useHeldRows } from '../../ui/table/use-held-rows.ts'
import classes from './DriverField.module.css'
import type { Linking } from './use-link.ts'

/** How many stand below the list, to be taken with one press. */
const few = 4

/** Who drives, with what each has to carry already. */
export function DriverField({ linking }: { linking: Linking }) {
  const { draft: form, change } = linking
  const drivers = useLive(orders.drivers, {})
  const now = useNow()
  const all = drivers.data?.items ?? []
  const driverOf = (email: string) => all.find((driver) => driver.email === email)
  const chosen = driverOf(form.driverEmail)
  const choose = (driverEmail: string | null) => change({ driverEmail: driverEmail ?? '' })
  return (
    <>
      <Dropdown
        label="Driver"
        {...linking.fieldOf('driverEmail')}
        placeholder="Choose a driver"
        options={all.map(({ email, name }) => ({ value: email, label: name }))}
        value={form.driverEmail || null}
        onChange={choose}
        renderOption={(option) => {
          const driver = driverOf(option.value)
          return (
            <span className={`wrap ends ${classes.driver}`}>
              {option.label}{' '}
              {driver && (
                <span className={`dim figures ${classes.load}`}>
                  {loadText(driver, now)}
                  <span className={classes.phone}>{driver.phone}</span>
                </span>
              )}
            </span>
          )
        }}
        note={
          chosen && (
            <>
              <IconDeviceMobileMessage size={16} stroke={1.75} aria-hidden />
              Text message to {chosen.phone}
            </>
          )
        }
      />
      {drivers.error && (
        <Notice kind="warning" onRetry={() => drivers.refetch()}>
          The drivers did not load. {wordsFor(drivers.error).text}
        </Notice>
      )}
      <Fewest drivers={all} order={linking.id} chosen={form.driverEmail} now={now} onChoose={choose} />
    </>
  )
}

type FewestProps = {
  drivers: readonly DriverLoad[]
  order: string | undefined
  chosen: string
  now: Date
  onChoose: (email: string) => void
}

/** A suggestion, no decision: those with the fewest orders, who can be taken at once. */
function Fewest({ drivers, order, chosen, now, onChoose }: FewestProps) {
  const { shown, holdProps } = useHeldRows(drivers, ({ email }) => email, order)
  const fewest = shown.flatMap(({ row }) => row ?? []).slice(0, few)
  return (
    <ul className={`small ${classes.fewest}`} aria-label="Drivers, fewest orders first" {...holdProps}>
      {fewest.map((driver) => (
        <li key={driver.email}>
          <button
            type="button"
            className={`bare ends ${classes.one}`}
            aria-pressed={driver.email === chosen}
            onClick={() => onChoose(driver.email)}
          >
            <bdi className="strong">{driver.name}</bdi>
            <span className={classes.load}>
              {loadText({ ...driver, late: 0 }, now)}
              {driver.late > 0 && <strong>, {driver.late} late</strong>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
