import {
  IconAlertTriangle,
  IconBell,
  IconCheck,
  IconClockExclamation,
  IconLink,
  IconPencil,
  IconTemperature,
  IconTruckDelivery,
  IconVolume,
  IconVolumeOff,
  IconX,
} from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef } from 'react'
import { type NewsItem, news } from '#contract/news.ts'
import { ago, dayOf, hours, showTime } from '#domain/basics/time.ts'
import { newsHeading, newsKeptDays, unreadText } from '#domain/messages/news.ts'
import type { Member } from '#domain/people/actor.ts'
import { call, wordsFor } from '../../api/client.ts'
import { askAgain, useLiveList } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { usePressOutside } from '../../ui/use-press-outside.ts'
import { useOpenRequest } from '../finding/opening.ts'
import { useNow } from '../use-now.ts'
import classes from './NewsPanel.module.css'
import { newsPlace } from './news-place.ts'
import { allowRinging, putOffRinging, setSound, useRinging } from './ring.ts'

type NewsPanelProps = {
  member: Member
  unread: number
  bell: RefObject<HTMLButtonElement | null>
  onClose: (how?: { isLeaving?: boolean }) => void
}

const topic = 'news'
const askNews = () => askAgain(({ queryKey: [own] }) => own === topic)

export function NewsPanel({ member, unread, bell, onClose }: NewsPanelProps) {
  const list = useLiveList(news.list, {})
  const now = useNow()
  const panel = useRef<HTMLElement>(null)
  const titleId = useId()
  const follow = useFollow(member)
  const ringing = useRinging()
  usePressOutside([panel, bell], () => onClose({ isLeaving: true }))
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])

  async function readAll() {
    const newest = list.rows?.[0]
    if (!newest) return
    await call(news.readAll, { upTo: newest.id }).catch(() => undefined)
    askNews()
  }

  function open(item: NewsItem) {
    // not waited for: whoever opens it wants the row
    void call(news.read, { id: item.id }).then(askNews, () => undefined)
    onClose({ isLeaving: true })
    follow(item)
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'Escape') onClose()
    else if (!stepInList(event.key, panel.current)) return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <section ref={panel} className={classes.panel} aria-labelledby={titleId} tabIndex={-1} onKeyDown={press}>
      <header className={`row ends ${classes.head}`}>
        <h2 id={titleId} className={classes.title}>
          News {unread > 0 && <span className="small dim">{unreadText(unread)} new</span>}
        </h2>
        <span className="row">
          {/* not before it is known up to which */}
          {unread > 0 && list.rows && (
            <PushButton size="xs" kind="quiet" onClick={() => void readAll()}>
              Mark all as read
            </PushButton>
          )}
          {ringing !== 'unasked' && (
            <button
              type="button"
              className={`dim bare stack ${classes.sound}`}
              aria-label="Sound"
              aria-pressed={ringing === 'on'}
              title={ringing === 'on' ? 'Sounds when something new arrives' : 'Silent in this browser'}
              onClick={() => setSound(ringing !== 'on')}
            >
              {ringing === 'on' ? (
                <IconVolume size={18} stroke={1.6} aria-hidden />
              ) : (
                <IconVolumeOff size={18} stroke={1.6} aria-hidden />
              )}
            </button>
          )}
        </span>
      </header>
      <div className={classes.body}>
        {ringing === 'unasked' && <RingQuestion onAnswer={() => panel.current?.focus()} />}
        {list.error && <Notice onRetry={list.retry}>{wordsFor(list.error).text}</Notice>}
        {list.rows?.length === 0 && <p className={`muted ${classes.empty}`}>Nothing yet.</p>}
        {groupsOf(list.rows ?? [], now).map(({ heading, items }) => (
          <section key={heading ?? ''} aria-label={heading ?? 'Within the hour'}>
            {heading !== null && <h3 className={`small dim ${classes.heading}`}>{heading}</h3>}
            <ul className={classes.list}>
              {items.map((item) => (
                <li key={item.id}>
                  <Row item={item} now={now} onOpen={() => open(item)} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {list.hasMore && (
          <div className={classes.more}>
            <PushButton size="xs" loading={list.isLoadingMore} onClick={list.loadMore}>
              Show more
            </PushButton>
          </div>
        )}
      </div>
      <footer className={`small dim ${classes.foot}`}>
        <Link to={paths.account} hash="hear" onClick={() => onClose({ isLeaving: true })}>
          What I hear
        </Link>
        Kept for {newsKeptDays} days
      </footer>
    </section>
  )
}

/** Asked after the bell was pressed, never when something arrives. */
function RingQuestion({ onAnswer }: { onAnswer: () => void }) {
  return (
    <div className={classes.question}>
      <IconVolume className="dim still" size={18} stroke={1.6} aria-hidden />
      <div className="stack gap-8">
        <p>
          <strong>Ring aloud, also when this tab is closed?</strong>
          <span className="block muted">
            Your browser will ask once. A push names no patient and no hospital.
          </span>
        </p>
        <div className="row">
          <PushButton
            size="xs"
            kind="ink"
            onClick={() => {
              void allowRinging()
              onAnswer()
            }}
          >
            Allow
          </PushButton>
          <PushButton
            size="xs"
            kind="quiet"
            onClick={() => {
              putOffRinging()
              onAnswer()
            }}
          >
            Not now
          </PushButton>
        </div>
      </div>
    </div>
  )
}

function Row({ item, now, onOpen }: { item: NewsItem; now: Date; onOpen: () => void }) {
  const { icon: Icon, tone } = looks[item.kind] ?? usual
  return (
    <button
      type="button"
      className={`bare ${classes.row}`}
      data-news={item.id}
      data-unread={item.isUnread || undefined}
      onClick={onOpen}
    >
      <span className={`stack still ${classes.sign}`} data-tone={item.isOver ? undefined : tone}>
        <Icon size={18} stroke={1.6} aria-hidden />
      </span>
      <span className={`shrinks fill ${classes.text}`}>
        {item.isUnread && <span className="visually-hidden">Unread. </span>}
        <span className={`block breaks ${classes.name}`}>{item.title}</span>
        <span className="block small dim breaks">
          {item.place !== null && <bdi>{item.place}. </bdi>}
          {item.words}
        </span>
        {item.isOver && <span className={`block small medium ${classes.over}`}>No longer so</span>}
      </span>
      <time className="small dim still figures" dateTime={item.at.toISOString()}>
        {whenText(item.at, now)}
      </time>
    </button>
  )
}

/** Of the last hour how long ago, of a day what time. */
const whenText = (at: Date, now: Date): string =>
  now.getTime() - at.getTime() < hours(1) && dayOf(at) === dayOf(now) ? ago(at, now) : showTime(at)

function groupsOf(items: readonly NewsItem[], now: Date) {
  const groups: { heading: string | null; items: NewsItem[] }[] = []
  for (const item of items) {
    const heading = newsHeading(item.at, now)
    const group = groups.find((one) => one.heading === heading)
    if (group) group.items.push(item)
    else groups.push({ heading, items: [item] })
  }
  return groups
}

/** Whether the key was one of the list's. */
function stepInList(key: string, panel: HTMLElement | null): boolean {
  const rows = [...(panel?.querySelectorAll<HTMLElement>('[data-news]') ?? [])]
  const at = rows.findIndex((row) => row.matches(':focus'))
  const next = { ArrowDown: at + 1, ArrowUp: Math.max(at - 1, 0), Home: 0, End: rows.length - 1 }[key]
  if (next === undefined || rows.length === 0) return false
  rows[Math.min(next, rows.length - 1)]?.focus()
  return true
}

function useFollow(member: Member): (item: NewsItem) => void {
  const navigate = useNavigate()
  const openRequest = useOpenRequest(member)
  return (item) => {
    const place = newsPlace(item, member)
    if ('open' in place) openRequest(place.open)
    else void navigate(place)
  }
}

type Look = { icon: typeof IconBell; tone?: 'warn' | 'bad' | 'good' }
const usual: Look = { icon: IconBell }
const waits: Look = { icon: IconClockExclamation, tone: 'warn' }
const ended: Look = { icon: IconX, tone: 'bad' }
const looks: Partial<Record<string, Look>> = {
  untaken: waits,
  'untaken-hospital': waits,
  late: waits,
  expired: { icon: IconAlertTriangle, tone: 'bad' },
  'expired-hospital': { icon: IconAlertTriangle, tone: 'bad' },
  temperature: { icon: IconTemperature, tone: 'bad' },
  'bank-refused': ended,
  refuse: ended,
  cancel: ended,
  undo: ended,
  'order-gone': ended,
  'not-delivered': ended,
  taken: { icon: IconLink },
  'order-linked': { icon: IconLink, tone: 'good' },
  delivered: { icon: IconTruckDelivery, tone: 'good' },
  approve: { icon: IconCheck, tone: 'good' },
  approval: { icon: IconCheck },
  amended: { icon: IconPencil },
}
