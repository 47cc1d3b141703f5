import { wordsFor } from '../../../api/client.ts'
import { LiveNow } from '../../../parts/LiveNow.tsx'
import { WaitingLines } from '../../../ui/feedback/WaitingLines.tsx'
import { Dropdown } from '../../../ui/fields/Dropdown.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { FormCell, FormFoot, FormSection } from '../../../ui/fields/FormSection.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { PageHead } from '../../../ui/frame/PageHead.tsx'
import { PriceField } from './PriceField.tsx'
import classes from './PricesScreen.module.css'
import { bankField, type PriceForm, type PriceKind, priceKinds, usePriceForm } from './use-price-form.ts'

const about: Record<PriceKind, string> = {
  bloodbank: 'What a bank charges for a unit',
  inventory: 'What a delivery costs',
}

/** §2.4: the prices that the next invoices are made with. */
export function PricesScreen({ title }: { title: string }) {
  const form = usePriceForm()
  return (
    <>
      <PageHead title={title} line="New prices are used from the next invoice on." right={<LiveNow />} />
      <Form className="readable" label={title} onSubmit={form.submit}>
        <FormSection title="Which prices" help="Of one blood bank, or of every delivery.">
          <FormCell span={6}>
            <Kinds form={form} />
          </FormCell>
          {form.kind === 'bloodbank' && (
            <FormCell span={4}>
              <BankChoice form={form} />
            </FormCell>
          )}
        </FormSection>
        <Prices form={form} />
        <FormFoot>
          <PushButton
            type="submit"
            kind="primary"
            className="wide-on-phone"
            loading={form.isBusy}
            loadingLabel="Saving"
          >
            SUBMIT DETAILS
          </PushButton>
        </FormFoot>
      </Form>
    </>
  )
}

const Kinds = ({ form }: { form: PriceForm }) => (
  <fieldset className={`stack gap-12 ${classes.kinds}`}>
    <legend className="visually-hidden">Which prices</legend>
    {priceKinds.map((kind) => (
      <label key={kind} className={classes.kind}>
        <input
          type="radio"
          name="kind"
          checked={form.kind === kind}
          onChange={() => form.open({ of: kind })}
        />
        <span>
          <span className="medium block">{kind}</span>
          <span className="muted block">{about[kind]}</span>
        </span>
      </label>
    ))}
  </fieldset>
)

function BankChoice({ form }: { form: PriceForm }) {
  const options = (form.banks ?? []).map(({ bankId, name, isListed }) => ({
    value: bankId,
    label: isListed ? name : `${name} (typed by hand)`,
  }))
  return (
    <Dropdown
      {...form.fieldOf(bankField)}
      label="Blood Bank"
      placeholder="Choose"
      options={options}
      value={form.bankId}
      onChange={(value) => value !== null && form.open({ bank: value })}
    />
  )
}

function Prices({ form }: { form: PriceForm }) {
  const { kind, sheet, asked } = form
  const heading = kind === 'inventory' ? deliveryHeading : bankHeading
  if (sheet && sheet.names.length > 0) {
    return (
      <FormSection {...heading}>
        <FormCell span={6}>
          <div className={classes.prices}>
            {sheet.names.map((name) => (
              <PriceField key={name} form={form} name={name} />
            ))}
          </div>
        </FormCell>
      </FormSection>
    )
  }
  return (
    <FormSection {...heading}>
      <FormCell span={6}>
        {asked.isError && !asked.data ? (
          <div role="alert" className={`dim stack gap-8 ${classes.failed}`}>
            <p>The prices did not load. {wordsFor(asked.error).text}</p>
            <PushButton size="xs" onClick={() => void asked.refetch()}>
              Try again
            </PushButton>
          </div>
        ) : (
          <NoPrices form={form} />
        )}
      </FormCell>
    </FormSection>
  )
}

function NoPrices({ form }: { form: PriceForm }) {
  if (form.asked.isPending) return <WaitingLines widths={[58, 44, 52]} />
  return (
    <p className="dim">
      {form.kind === 'inventory' ? 'NO DATA FOUND' : 'Choose a blood bank to see its prices.'}
    </p>
  )
}

const bankHeading = {
  title: 'Price per unit',
  help: 'In rupees. RDP and SDP may stay empty: an order of them has no invoice until they have a price.',
}
const deliveryHeading = {
  title: 'Delivery prices',
  help: 'In rupees: delivery_rate for each delivery of at most 3 units, convenience_Fee once for each order.',
}
