import { useEffect, useId, useRef } from 'react'
import { PushButton } from '../fields/PushButton.tsx'
import { useStore } from '../store.ts'
import classes from './Alert.module.css'
import { type AlertAnswer, alerts } from './alert-store.ts'

type AlertProps = {
  title: string
  text: string
  ok?: string | undefined
  action?: { label: string } | undefined
  onAnswer: (answer: AlertAnswer) => void
}

/** Shows the alerts asked for with `showAlert`, one after the other. Stands once in the page. */
export function Alerts() {
  const [first] = useStore(alerts)
  if (!first) return null
  return (
    <Alert
      key={first.id}
      title={first.title}
      text={first.text}
      ok={first.ok}
      action={first.action}
      onAnswer={first.answer}
    />
  )
}

function Alert({ title, text, ok = 'OK', action, onAnswer }: AlertProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const textId = useId()

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])

  function close(answer: AlertAnswer) {
    // closing gives focus back to where it was, before the answer lets the caller move it
    dialog.current?.close()
    onAnswer(answer)
  }

  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={text ? textId : undefined}
      className={classes.alert}
      onCancel={(event) => {
        event.preventDefault()
        close('ok')
      }}
    >
      <h2 id={titleId} className={classes.title}>
        {title}
      </h2>
      {text && (
        <p id={textId} className={`dim breaks ${classes.text}`}>
          {text}
        </p>
      )}
      <div className={`wrap gap-12 ${classes.buttons}`}>
        {action && <PushButton onClick={() => close('action')}>{action.label}</PushButton>}
        <PushButton kind="ink" className={classes.ok} autoFocus onClick={() => close('ok')}>
          {ok}
        </PushButton>
      </div>
    </dialog>
  )
}
