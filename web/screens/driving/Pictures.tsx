import { IconCamera, IconCheck, IconClock } from '@tabler/icons-react'
import { type DeliveryStep, pictureStateOf } from '#domain/driving/steps.ts'
import { FieldError } from '../../ui/fields/Field.tsx'
import classes from './Pictures.module.css'
import { addPicture } from './phone/acts.ts'
import type { PhoneState, Shown } from './phone/phone.ts'
import { pictureWord } from './sayings.ts'
import type { StepMistakes } from './step-draft.ts'
import { useTaking } from './use-taking.ts'
import { useSaid } from './use-words.ts'

type PicturesProps = {
  state: PhoneState
  order: Shown
  seq: number
  step: DeliveryStep
  /** Then a picture of the hand-over stands for the code. */
  hasNoCode: boolean
  mistake: StepMistakes['picture']
}

export function Pictures({ state, order, seq, step, hasNoCode, mistake }: PicturesProps) {
  const { words } = useSaid()
  const pictureState = pictureStateOf[step]
  const names = (state.driving?.pictureTypes ?? [])
    .filter((type) => type.state === pictureState && (type.name !== 'HandOver' || hasNoCode))
    .map(({ name }) => name)
    .sort((a, b) => Number(b === 'HandOver') - Number(a === 'HandOver'))
  if (names.length === 0) return null
  return (
    <fieldset className="stack gap-8">
      <legend className={classes.legend}>
        {words.form.pictures}
        {!hasNoCode && <span className={classes.optional}> ({words.form.optional})</span>}
      </legend>
      {names.map((name) => (
        <PictureRow
          key={name}
          name={name}
          mistake={name === 'HandOver' ? mistake : undefined}
          taken={order.pictures.find(
            (one) => one.seq === seq && one.state === pictureState && one.name === name,
          )}
          take={(file) => addPicture({ orderId: order.id, seq, state: pictureState, name }, file)}
        />
      ))}
    </fieldset>
  )
}

type PictureRowProps = {
  name: string
  mistake: StepMistakes['picture']
  taken: { isWaiting: boolean } | undefined
  take: (file: File) => Promise<void>
}

function PictureRow({ name, mistake, taken, take }: PictureRowProps) {
  const { words } = useSaid()
  const { isBusy, isBroken, field } = useTaking(take)
  const inputId = name === 'HandOver' ? 'step-picture' : `step-picture-${name}`
  const wrong = isBroken ? 'pictureBroken' : mistake
  const Sign = taken?.isWaiting ? IconClock : IconCheck

  return (
    <div>
      {wrong && <FieldError id={`${inputId}-error`}>{words.mistakes[wrong]}</FieldError>}
      <div className={`row wrap ends ${classes.row}`}>
        <p className={classes.name}>
          {pictureWord(words, name)}
          {taken && (
            <span className={`medium row gap-6 ${classes.taken}`} data-waiting={taken.isWaiting || undefined}>
              <Sign size={18} stroke={2} aria-hidden />
              {taken.isWaiting ? words.waiting.mark : words.form.taken}
            </span>
          )}
        </p>
        <label className={`strong gap-8 inline ${classes.take}`}>
          <IconCamera size={20} stroke={1.75} aria-hidden />
          {isBusy ? words.form.shrinking : taken ? words.form.takeAgain : words.form.take}
          <span className="visually-hidden">: {pictureWord(words, name)}</span>
          <input
            {...field}
            id={inputId}
            aria-describedby={wrong ? `${inputId}-error` : undefined}
            aria-invalid={wrong ? true : undefined}
          />
        </label>
      </div>
    </div>
  )
}
