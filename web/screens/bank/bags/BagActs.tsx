import { IconFlask, IconMapPin, IconTrash, IconTruckDelivery, IconUser } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { bags, type ShelfBag } from '#contract/bags.ts'
import { type BagAttribute, bagAttributes } from '#domain/bags/kinds.ts'
import { type Treatment, treatments, whyNotTreat } from '#domain/bags/lives.ts'
import {
  DiscardReason,
  discardReasons,
  whyNotChangeBag,
  whyNotDiscard,
  whyNotMoveBag,
  whyNotTransfer,
  whyNotWorkOn,
} from '#domain/bags/moving.ts'
import { attributeNames, discardReasonNames, treatmentNames, treatText } from '#domain/bags/showing.ts'
import { no, say } from '#domain/basics/refusal.ts'
import { useLive } from '../../../api/queries.ts'
import { useNow } from '../../../parts/use-now.ts'
import { showAlert } from '../../../ui/feedback/alert-store.ts'
import { CheckBox } from '../../../ui/fields/CheckBox.tsx'
import { Dropdown } from '../../../ui/fields/Dropdown.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import classes from './BagDrawer.module.css'
import { standIn } from './donations.ts'
import { type ActRefusal, actWords, useBagAct } from './use-bag-act.ts'

const acts = {
  place: { label: 'Place and properties', icon: IconMapPin },
  treat: { label: 'Treated', icon: IconFlask },
  form: { label: 'Donor form', icon: IconUser },
  transfer: { label: 'Transfer', icon: IconTruckDelivery },
  discard: { label: 'Discard', icon: IconTrash },
} as const
type Act = keyof typeof acts

/** One act is open at a time. What cannot be done says why. */
export function BagActs({ bag, isBack }: FormProps) {
  const now = useNow()
  const [open, setOpen] = useState<Act | null>(null)
  const whyNot: Record<Act, ActRefusal | null> = {
    place: whyNotWorkOn(bag, now),
    treat: whyNotWorkOn(bag, now),
    form: bag.fromBankId === null ? null : no('form-of-giver'),
    transfer: whyNotMoveBag(bag, 'transfer', 'bank', now),
    discard: whyNotDiscard(bag, { reason: 'expired', note: '', by: 'bank', isBack }, now),
  }
  const Open = open && forms[open]
  return (
    <section className={`box ${classes.acts}`} aria-label="What can be done">
      <div className="wrap gap-8">
        {(Object.keys(acts) as Act[]).map((act) => {
          const { label, icon: Sign } = acts[act]
          const refusal = whyNot[act]
          return (
            <PushButton
              key={act}
              className={classes.tall}
              icon={<Sign size={18} stroke={1.75} aria-hidden />}
              aria-expanded={open === act}
              disabled={refusal !== null}
              title={sayIf(refusal)}
              onClick={() => setOpen(open === act ? null : act)}
            >
              {label}
            </PushButton>
          )
        })}
      </div>
      {Open && <Open bag={bag} isBack={isBack} />}
    </section>
  )
}

const sayIf = (refusal: ActRefusal | null) => (refusal ? say(actWords, refusal).text : undefined)

const toggled = (all: readonly BagAttribute[], one: BagAttribute): BagAttribute[] =>
  all.includes(one) ? all.filter((other) => other !== one) : [...all, one]

/** `isBack`: it was issued, and is with the bank: it did not leave, or was brought back. */
type FormProps = { bag: ShelfBag; isBack: boolean }
const forms: Record<Act, (props: FormProps) => ReactNode> = {
  place: PlaceForm,
  treat: TreatForm,
  form: DonorFormForm,
  transfer: TransferForm,
  discard: DiscardForm,
}

function DiscardForm({ bag, isBack }: FormProps) {
  const work = useBagAct(bag)
  const now = useNow()
  const [reason, setReason] = useState<DiscardReason | null>(null)
  const [note, setNote] = useState('')

  async function submit() {
    if (reason === null) return work.tell({ code: 'no-discard-reason' })
    const refusal = whyNotDiscard(bag, { reason, note, by: 'bank', isBack }, now)
    if (refusal) return work.tell(refusal)
    await work.discard({ reason, note })
  }

  return (
    <Form label="Discard" className={classes.open} onSubmit={() => void submit()}>
      <Dropdown
        label="Why is it discarded?"
        size="lg"
        placeholder="Choose"
        options={discardReasons.map((value) => ({ value, label: discardReasonNames[value] }))}
        value={reason}
        onChange={(value) => setReason(DiscardReason.parse(value))}
      />
      <TextField
        label="Note"
        size="lg"
        maxLength={200}
        autoComplete="off"
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <PushButton
        type="submit"
        kind="primary"
        className={classes.tall}
        loading={work.doing === 'discard'}
        loadingLabel="Saving"
      >
        Discard this bag
      </PushButton>
    </Form>
  )
}

function TransferForm({ bag }: FormProps) {
  const work = useBagAct(bag)
  const now = useNow()
  const banks = useLive(bags.rules, {}).data?.banks ?? []
  const donation = useLive(bags.find, { number: bag.number }).data
  const [bankId, setBankId] = useState<string | null>(null)

  async function submit() {
    // whether the other bank has such a bag is for the server to see
    const to = { bankId: bankId ?? '', isKnown: bankId !== null, hasTwin: false }
    const refusal = whyNotTransfer(bag, to, { isReactive: standIn(donation)?.kind === 'reactive' }, now)
    if (refusal) return work.tell(refusal)
    if (bankId !== null) await work.transfer(bankId)
  }

  return (
    <Form label="Transfer" className={classes.open} onSubmit={() => void submit()}>
      <Dropdown
        label="To which blood bank?"
        size="lg"
        placeholder="Choose"
        options={banks
          .filter(({ id }) => id !== bag.bankId)
          .map(({ id, name }) => ({ value: id, label: name }))}
        value={bankId}
        onChange={setBankId}
        note="It waits there in quarantine until its tests are looked at."
      />
      <PushButton
        type="submit"
        kind="ink"
        className={classes.tall}
        loading={work.doing === 'transfer'}
        loadingLabel="Saving"
      >
        Transfer this bag
      </PushButton>
    </Form>
  )
}

function TreatForm({ bag }: FormProps) {
  const work = useBagAct(bag)
  const now = useNow()
  const lives = useLive(bags.rules, {}).data?.lives

  async function press(treatment: Treatment) {
    if (!lives) return
    const answer = await showAlert({
      title: `${treatmentNames[treatment]}?`,
      text: treatText(lives, bag, treatment, now),
      ok: 'Leave it',
      action: { label: treatmentNames[treatment] },
    })
    if (answer === 'action') await work.treat(treatment)
  }

  return (
    <div className={`wrap gap-8 ${classes.whole}`} style={{ paddingTop: 12 }}>
      {(Object.keys(treatments) as Treatment[]).map((treatment) => {
        const refusal = lives ? whyNotTreat(lives, bag, treatment) : null
        return (
          <PushButton
            key={treatment}
            className={classes.tall}
            disabled={!lives || refusal !== null}
            title={sayIf(refusal)}
            loading={work.doing === 'treat'}
            onClick={() => void press(treatment)}
          >
            {treatmentNames[treatment]}
          </PushButton>
        )
      })}
    </div>
  )
}

function DonorFormForm({ bag }: FormProps) {
  const work = useBagAct(bag)
  const [typed, setTyped] = useState(bag.donorFormId ?? '')
  const donorFormId = typed.trim().toLowerCase() || null
  return (
    <Form label="Donor form" className={classes.open} onSubmit={() => void work.mendForm(donorFormId)}>
      <TextField
        className={classes.whole}
        label="Donation ID of the donor form"
        help="For all bags of this donation. Empty: none. Bags that wait stay in quarantine until a test is recorded again."
        size="lg"
        maxLength={20}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <PushButton
        type="submit"
        kind="ink"
        className={classes.tall}
        disabled={donorFormId === bag.donorFormId}
        loading={work.doing === 'form'}
        loadingLabel="Saving"
      >
        {donorFormId === null ? 'Clear' : 'Save'}
      </PushButton>
    </Form>
  )
}

function PlaceForm({ bag }: FormProps) {
  const work = useBagAct(bag)
  const now = useNow()
  const [place, setPlace] = useState(bag.place)
  const [attributes, setAttributes] = useState<readonly BagAttribute[]>(bag.attributes)
  /** What a treatment alone changes cannot be ticked. */
  const whyNot = (one: BagAttribute) =>
    whyNotChangeBag(bag, { place, attributes: toggled(bag.attributes, one) }, now)
  return (
    <Form
      label="Place and properties"
      className={classes.open}
      onSubmit={() => void work.change({ place, attributes: [...attributes] })}
    >
      <TextField
        className={classes.whole}
        label="Place"
        size="lg"
        maxLength={60}
        autoComplete="off"
        value={place}
        onChange={({ currentTarget }) => setPlace(currentTarget.value)}
      />
      <fieldset className={`wrap gap-16 ${classes.whole} ${classes.plain}`} aria-label="Properties">
        {bagAttributes.map((one) => (
          <CheckBox
            key={one}
            size="lg"
            label={attributeNames[one]}
            checked={attributes.includes(one)}
            disabled={whyNot(one) !== null}
            title={sayIf(whyNot(one))}
            onChange={() => setAttributes((all) => toggled(all, one))}
          />
        ))}
      </fieldset>
      <PushButton
        type="submit"
        kind="ink"
        className={classes.tall}
        loading={work.doing === 'change'}
        loadingLabel="Saving"
      >
        Save
      </PushButton>
    </Form>
  )
}
