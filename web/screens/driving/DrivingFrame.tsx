import { IconChevronLeft, IconLogout, IconUser, IconX } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { fillIn } from '#domain/basics/fill-in.ts'
import { avatarLetters } from '../../parts/avatar-letters.ts'
import { paths } from '../../paths.ts'
import { showAlert } from '../../ui/feedback/alert-store.ts'
import { buttonClass, PushButton } from '../../ui/fields/PushButton.tsx'
import { Mark } from '../../ui/frame/Mark.tsx'
import type { LinkTo } from './address.ts'
import classes from './DrivingFrame.module.css'
import { Languages } from './Languages.tsx'
import { signOut } from './phone/acts.ts'
import type { Account } from './phone/device-store.ts'
import { ownQueue, type PhoneState } from './phone/phone.ts'
import { useSaid } from './use-words.ts'

type DrivingFrameProps = {
  state: PhoneState
  account: Account
  orderId: string | null
  linkTo: LinkTo
  children: ReactNode
}

export function DrivingFrame({ state, account, orderId, linkTo, children }: DrivingFrameProps) {
  const { words } = useSaid()
  const order = state.driving?.items.find(({ id }) => id === orderId)
  return (
    <div className={`column ${classes.page}`}>
      <header className={`row ${classes.bar}`}>
        {orderId === null ? (
          <>
            <span className={classes.mark}>
              <Mark />
            </span>
            <span className={`strong breaks fill ${classes.name}`}>{account.displayName}</span>
          </>
        ) : (
          <>
            <a {...linkTo(null)} className={`still stack ${classes.back}`}>
              <IconChevronLeft size={26} stroke={1.75} aria-hidden />
              <span className="visually-hidden">{words.frame.orders}</span>
            </a>
            <span className={`strong breaks fill ${classes.name}`}>
              {orderId}
              {order && <span className={`dim block ${classes.kind}`}>{words.order[order.orderType]}</span>}
            </span>
          </>
        )}
        <Menu state={state} account={account} />
      </header>
      <main className={`column ${classes.main}`}>{children}</main>
    </div>
  )
}

function Menu({ state, account }: Pick<DrivingFrameProps, 'state' | 'account'>) {
  const { words } = useSaid()
  const dialog = useRef<HTMLDialogElement>(null)

  async function leave() {
    dialog.current?.close()
    const count = ownQueue(state).length
    const { stay, title, text } = words.signOutAsk
    const ask = { title, text: fillIn(text, { count }), ok: stay, action: { label: words.frame.signOut } }
    if (count > 0 && (await showAlert(ask)) !== 'action') return
    try {
      await signOut()
    } catch {
      await showAlert({ title: words.frame.signOut, text: words.signIn.noSignal, ok: words.frame.close })
    }
  }

  return (
    <>
      <button
        type="button"
        className={`still stack bare ${classes.who}`}
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        <span className="visually-hidden">
          {words.frame.menu}, {account.displayName}
        </span>
        <span className={`strong stack ${classes.initials}`} aria-hidden="true">
          {avatarLetters(account.displayName)}
        </span>
      </button>
      <dialog ref={dialog} className={classes.menu} aria-label={words.frame.menu}>
        <div className={`ends gap-12 ${classes.menuHead}`}>
          <p>
            <b>{account.displayName}</b>
            <br />
            <span className="large dim">{account.email}</span>
          </p>
          <button
            type="button"
            className={`still stack ${classes.close}`}
            aria-label={words.frame.close}
            onClick={() => dialog.current?.close()}
          >
            <IconX size={24} stroke={1.75} aria-hidden />
          </button>
        </div>
        <Languages />
        <a href={paths.driverAccount} className={buttonClass({ wide: true })}>
          <IconUser size={20} stroke={1.75} aria-hidden />
          {words.frame.account}
        </a>
        <PushButton
          wide
          icon={<IconLogout size={20} stroke={1.75} aria-hidden />}
          onClick={() => void leave()}
        >
          {words.frame.signOut}
        </PushButton>
      </dialog>
    </>
  )
}
