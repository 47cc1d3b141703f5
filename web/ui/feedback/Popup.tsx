import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useKeptFocus } from '../table/use-kept-focus.ts'
import classes from './Popup.module.css'

type PopupProps = {
  opened: boolean
  onClose: () => void
  title: string
  /** What it is about, in dim beside the title: an id. */
  subject?: ReactNode
  /** One dim line under the title. */
  line?: ReactNode
  /** What matters now, at the right of the head. */
  right?: ReactNode
  /** Buttons, on a line of their own at the foot. */
  foot?: ReactNode
  /** Another popup stands over this one: Escape is for that one alone. */
  isCovered?: boolean | undefined
  children: ReactNode
}

export function Popup(props: PopupProps) {
  const { opened, onClose, title, subject, line, right, foot, isCovered = false, children } = props
  const isPhone = useMediaQuery('(max-width: 699.98px)', undefined, { getInitialValueInEffect: false })
  const frame = useRef<HTMLDivElement>(null)
  const focusProps = useKeptFocus(frame)
  useFocusBack(opened)
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={600}
      padding={24}
      yOffset={32}
      centered
      fullScreen={isPhone}
      closeOnEscape={!isCovered}
      returnFocus={false}
      onExitTransitionEnd={() => setTimeout(catchFocus)}
      classNames={{ content: classes.popup }}
    >
      {/* the popup above has a scrim of its own: two would black out the page */}
      <Modal.Overlay color="var(--cm-scrim)" backgroundOpacity={isCovered ? 0 : 1} />
      <Modal.Content ref={frame} {...focusProps}>
        {/* not Modal.Header: a second banner beside the top bar would be one too many */}
        <div className={classes.head}>
          <div className={classes.words}>
            <Modal.Title className={classes.title}>
              {title} {subject && <span className={classes.subject}>{subject}</span>}
            </Modal.Title>
            {line && <p className={classes.line}>{line}</p>}
          </div>
          {right && <div className={classes.right}>{right}</div>}
          <Modal.CloseButton aria-label="Close" className={classes.close} iconSize={18} />
        </div>
        <Modal.Body className={classes.body}>{children}</Modal.Body>
        {foot && <div className={classes.foot}>{foot}</div>}
      </Modal.Content>
    </Modal.Root>
  )
}

/** Mantine stores the focus a moment later and restores it on a timer: on a busy machine both can be too late. */
function useFocusBack(opened: boolean): void {
  const before = useRef<Element | null>(null)
  useLayoutEffect(() => {
    const now = document.activeElement
    if (opened) {
      before.current = now
      return
    }
    const isOurs = now === document.body || now?.closest('[role="dialog"]')
    if (isOurs && before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
    before.current = null
  }, [opened])
}

/** The element that had the focus may be gone, as a row of a live list: then the main part of the page gets it. */
function catchFocus(): void {
  if (document.activeElement !== document.body) return
  const places = document.querySelectorAll<HTMLElement>('main, [role="dialog"][aria-modal="true"]')
  places[places.length - 1]?.focus({ preventScroll: true })
}
