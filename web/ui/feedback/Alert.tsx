import { IconCircleCheckFilled } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import { PushButton } from '../fields/PushButton.tsx'
import { useStore } from '../store.ts'
import classes from './Alert.module.css'
import { type AlertAnswer, type AlertRequest, alerts } from './alert-store.ts'

type AlertProps = { request: AlertRequest; onAnswer: (answer: AlertAnswer) => void }

/** Shows the alerts asked for with `showAlert`, one after the other. Stands once in the page. */
export function Alerts() {
  const [first] = useStore(alerts)
  if (!first) return null
  return <Alert key={first.id} request={first} onAnswer={first.answer} />
}

function Alert({ request, onAnswer }: AlertProps) {
  const { title, text, ok = 'OK', action, kind, more } = request
  const dialog = useRef<HTMLDialogElement>(null)
  const main = useRef<HTMLButtonElement>(null)
  const titleId = useId()
  const textId = useId()
  const moreId = useId()
  const isActionFirst = Boolean(action?.isFirst)

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
    // a dialog that opens gives the focus to whatever comes first in it
    main.current?.focus()
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
      aria-describedby={[text && textId, more && moreId].filter(Boolean).join(' ') || undefined}
      className={classes.alert}
      onCancel={(event) => {
        event.preventDefault()
        close(isActionFirst ? 'action' : 'ok')
      }}
    >
      <div className="row gap-8">
        {kind === 'success' && <IconCircleCheckFilled className={classes.success} size={22} aria-hidden />}
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>
      </div>
      {text && (
        <p id={textId} className={`dim breaks ${classes.text}`}>
          {text}
        </p>
      )}
      {more && (
        <div id={moreId} className={`dim ${classes.more}`}>
          {more}
        </div>
      )}
      <div className={`wrap gap-12 ${classes.buttons}`}>
        {action && (
          <PushButton {...(isActionFirst ? { ...first, ref: main } : {})} onClick={() => close('action')}>
            {action.label}
          </PushButton>
        )}
        <PushButton {...(isActionFirst ? {} : { ...first, ref: main })} onClick={() => close('ok')}>
          {ok}
        </PushButton>
      </div>
    </dialog>
  )
}

const first = { kind: 'ink', className: classes.main } as const
