import { fillIn } from '#domain/basics/fill-in.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { CheckBox } from '../../ui/fields/CheckBox.tsx'
import classes from './BagTicks.module.css'
import { bagsText, bagText } from './sayings.ts'
import { useSaid } from './use-words.ts'

type BagTicksProps = {
  bags: readonly string[]
  /** Of them, those that were packed after he had left: to be fetched, though the others are carried. */
  later: readonly string[]
  /** Of those that are in the box perhaps and not to be given. */
  warnings: readonly string[]
  ticked: readonly string[]
  /** They are in the box already, and only read. */
  isCarried: boolean
  onChange: (ticked: string[]) => void
}

/** The numbers on the bags of a slip, to be compared with what lies in the box. It helps, and stops nobody. */
export function BagTicks({ bags, later, warnings, ticked, isCarried, onChange }: BagTicksProps) {
  const { words } = useSaid()
  const inBox = bags.filter((number) => !later.includes(number))
  return (
    <>
      {warnings.map((text) => (
        <Notice key={text} kind="warning">
          {text}
        </Notice>
      ))}
      <Ticks bags={isCarried ? inBox : bags} ticked={isCarried ? null : ticked} onChange={onChange} />
      {isCarried && later.length > 0 && (
        <>
          <Notice kind="warning">{words.form.bagsLater}</Notice>
          <Ticks bags={later} ticked={ticked} onChange={onChange} />
        </>
      )}
    </>
  )
}

type TicksProps = Pick<BagTicksProps, 'bags' | 'onChange'> & { ticked: readonly string[] | null }

function Ticks({ bags, ticked, onChange }: TicksProps) {
  const { words } = useSaid()
  if (bags.length === 0) return null
  if (!ticked)
    return (
      <p className={`figures breaks ${classes.carried}`}>
        <span className="dim block">{words.form.bags}</span>
        {bagsText(words, bags)}
      </p>
    )
  const done = bags.filter((number) => ticked.includes(number)).length
  return (
    <fieldset className={classes.bags}>
      <legend className="medium">
        {words.form.bags}
        {': '}
        <span aria-live="polite">{fillIn(words.form.bagsChecked, { done, count: bags.length })}</span>
      </legend>
      {bags.map((number) => (
        <CheckBox
          key={number}
          size="lg"
          label={<span className="figures">{bagText(words, number)}</span>}
          checked={ticked.includes(number)}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.checked ? [...ticked, number] : ticked.filter((one) => one !== number))
          }
        />
      ))}
    </fieldset>
  )
}
