import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { news } from '#contract/news.ts'
import { unreadText } from '#domain/messages/news.ts'
import type { Member } from '#domain/people/actor.ts'
import { useLive } from '../../api/queries.ts'
import classes from './Bell.module.css'
import { ringForNews } from './ring.ts'

const NewsPanel = lazy(() => import('./NewsPanel.tsx').then((module) => ({ default: module.NewsPanel })))

/** What concerns whoever looks, behind a bell in the top bar; nothing for those whom nothing concerns yet. */
export const Bell = ({ member }: { member: Member }) => news.list.who(member) && <OwnBell member={member} />

function OwnBell({ member }: { member: Member }) {
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useLive(news.summary, {})
  const unread = data?.unread ?? 0
  const button = useRef<HTMLButtonElement>(null)
  const quiet = useEffectEvent(() => data?.quiet ?? null)
  const open = useEffectEvent(() => setIsOpen(true))
  useEffect(() => ringForNews(quiet, open), [])

  function close({ isLeaving = false } = {}) {
    setIsOpen(false)
    if (!isLeaving) button.current?.focus()
  }

  return (
    <div className={classes.place}>
      <button
        ref={button}
        type="button"
        className={`dim still stack bare ${classes.bell}`}
        aria-label={unread === 0 ? 'News' : `News, ${unreadText(unread)} unread`}
        aria-expanded={isOpen}
        aria-keyshortcuts="b"
        title="News"
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconBell size={20} stroke={1.6} aria-hidden />
        {unread > 0 && (
          <span className={`figures ${classes.count}`} aria-hidden>
            {unreadText(unread)}
          </span>
        )}
      </button>
      <span className="visually-hidden" aria-live="polite">
        {unread > 0 ? `${unreadText(unread)} unread news` : ''}
      </span>
      {isOpen && (
        <Suspense>
          <NewsPanel member={member} unread={unread} bell={button} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}
