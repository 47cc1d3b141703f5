import { IconCheck, IconInfoCircle } from '@tabler/icons-react'
import type { Order } from '#contract/orders.ts'
import { organisations } from '#contract/organisations.ts'
import { bankIdOf, otherBank } from '#domain/requests/linking.ts'
import { wordsFor } from '../../api/client.ts'
import { useLive } from '../../api/queries.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Dropdown } from '../../ui/fields/Dropdown.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { BankOffers } from './BankOffers.tsx'
import classes from './LinkFields.module.css'
import { NextOrders } from './NextOrders.tsx'
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
        <div className={classes.next}>
          <p className="muted">Or take the next one:</p>
          <NextOrders next={next} chosen={linking.id} onChoose={linking.take} />
        </div>
      )}
    </div>
  )
}

/** What was chosen for orders that others were taken up before: one press goes back to it. */
export const KeptChoices = ({ linking: { kept, take } }: { linking: Linking }) => (
  // there before its first words, else screen readers miss them
  <div role="status">
    {kept.map((id) => (
      <p key={id} className={`small muted ${classes.kept}`}>
        What you chose for <b>{id}</b> is kept.
        <PushButton size="xs" onClick={() => take(id)}>
          Back to {id}
        </PushButton>
      </p>
    ))}
  </div>
)

/** §3.2: the configured banks and "others", with what each could give for this order. */
export function BankFields({ linking }: { linking: Linking }) {
  const { draft: form, order, change } = linking
  const banks = useLive(organisations.bankChoices, {})
  const listed = banks.data?.items.filter(({ isListed }) => isListed) ?? []
  const own = order && ownBank(order, form.bankId)
  const offered = own && listed.every(({ id }) => id !== own.id) ? [...listed, own] : listed
  return (
    <>
      <Dropdown
        label="Blood bank"
        {...linking.fieldOf('bankId')}
        placeholder="Choose a blood bank"
        options={[...offered.map(({ id, name }) => ({ value: id, label: name })), others]}
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

/** The one it has may be a name that was typed by hand; it stays as it is unless another is chosen. */
const ownBank = ({ bankId, bankName }: Order, chosen: string) =>
  bankId !== null && bankId === chosen ? { id: bankId, name: bankName ?? bankId } : null

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
