import { IconCheck, IconDeviceMobileMessage, IconInfoCircle } from '@tabler/icons-react'
import type { Order } from '#contract/orders.ts'
import { organisations } from '#contract/organisations.ts'
import { bankIdOf, otherBank } from '#domain/requests/linking.ts'
import { bloodInformation } from '#domain/requests/showing.ts'
import { wordsFor } from '../../../api/client.ts'
import { useLive } from '../../../api/queries.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Dropdown } from '../../../ui/fields/Dropdown.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { BankOffers } from './BankOffers.tsx'
import classes from './LinkFields.module.css'
import type { Linking } from './use-link.ts'

/** Typed, or taken from those that wait the longest. */
export function RequestIdField({ linking, next }: { linking: Linking; next: readonly Order[] }) {
  const { draft: form, order, change } = linking
  return (
    <div>
      <TextField
        label="Request ID"
        {...linking.fieldOf('requestId')}
        className={classes.id}
        value={form.requestId}
        onChange={(event) => change({ requestId: event.currentTarget.value })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        right={order && <IconCheck className={classes.found} size={18} stroke={2} aria-label="Found" />}
      />
      {next.length > 0 && (
        <p className={`muted row wrap ${classes.next}`}>
          Or take the next one:
          {next.map((waiting) => (
            <button
              key={waiting.id}
              type="button"
              aria-pressed={waiting.id === linking.id}
              title={aboutOf(waiting)}
              onClick={() => change({ requestId: waiting.id })}
            >
              {waiting.id}
            </button>
          ))}
        </p>
      )}
    </div>
  )
}

function aboutOf(order: Order): string {
  const { group, component, units } = bloodInformation(order)
  return `${group} ${component}, ${units}, ${order.hospitalName}`
}

/** §3.2: the configured banks and "others", with what each could give for this order. */
export function BankFields({ linking }: { linking: Linking }) {
  const { draft: form, order, change } = linking
  const banks = useLive(organisations.bankChoices, {})
  const listed = banks.data?.items.filter(({ isListed }) => isListed) ?? []
  return (
    <>
      <Dropdown
        label="Blood bank"
        {...linking.fieldOf('bankId')}
        placeholder="Choose a blood bank"
        options={[...listed.map(({ id, name }) => ({ value: id, label: name })), others]}
        value={form.bankId || null}
        onChange={(bankId) => change({ bankId: bankId ?? '' })}
      />
      {banks.error && (
        <Notice kind="warning" onRetry={() => banks.refetch()}>
          The blood banks did not load. {wordsFor(banks.error).text}
        </Notice>
      )}
      {form.bankId === otherBank && <OtherBank linking={linking} />}
      {order && (
        <BankOffers order={order} chosen={bankIdOf(form)} onChoose={(bankId) => change({ bankId })} />
      )}
    </>
  )
}

const others = { value: otherBank, label: otherBank }

function OtherBank({ linking }: { linking: Linking }) {
  const { draft: form, change } = linking
  const id = bankIdOf(form)
  return (
    <TextField
      label="Blood bank name"
      {...linking.fieldOf('otherBank')}
      value={form.otherBank}
      onChange={(event) => change({ otherBank: event.currentTarget.value })}
      autoComplete="off"
      spellCheck={false}
      note={
        id && (
          <>
            <IconInfoCircle size={16} stroke={1.75} aria-hidden />
            <span>
              Kept as <b>{id}</b>. It has no prices until you give it some.
            </span>
          </>
        )
      }
    />
  )
}

export function DriverField({ linking }: { linking: Linking }) {
  const { draft: form, change } = linking
  const drivers = useLive(organisations.drivers, {})
  const all = drivers.data?.items ?? []
  const driverOf = (email: string) => all.find((driver) => driver.email === email)
  const chosen = driverOf(form.driverEmail)
  return (
    <>
      <Dropdown
        label="Driver"
        {...linking.fieldOf('driverEmail')}
        placeholder="Choose a driver"
        options={all.map(({ email, name }) => ({ value: email, label: name }))}
        value={form.driverEmail || null}
        onChange={(driverEmail) => change({ driverEmail: driverEmail ?? '' })}
        renderOption={(option) => (
          <span className={`wrap ends ${classes.driver}`}>
            {option.label}{' '}
            <span className={`dim figures ${classes.phone}`}>{driverOf(option.value)?.phone}</span>
          </span>
        )}
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
    </>
  )
}
