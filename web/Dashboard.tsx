import { IconHome, IconUserCircle } from '@tabler/icons-react'
import { getRouteApi, Link, useMatch, useMatches, useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { consent } from '#contract/consent.ts'
import { issuing } from '#contract/issuing.ts'
import { matching } from '#contract/matching.ts'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { toDoAtBench } from '#domain/matching/bench-list.ts'
import { isBank, isHospital, isProved, isProvider, type Member, mayListen } from '#domain/people/actor.ts'
import { loadAhead } from './api/build.ts'
import { drawnFor } from './api/client.ts'
import { listen, useLiveState } from './api/live.ts'
import { useLive } from './api/queries.ts'
import { ringing } from './api/ringing.ts'
import { MemberHere, throwOut, watchSession } from './api/session.ts'
import { type ScreenId, screenAt, screensFor } from './menu.ts'
import { Keyboard } from './palette/Keyboard.tsx'
import { useOverlay } from './palette/use-overlay.ts'
import { Arrival } from './parts/Arrival.tsx'
import { avatarLetters } from './parts/avatar-letters.ts'
import { LiveBanner } from './parts/LiveNow.tsx'
import { Bell } from './parts/news/Bell.tsx'
import { onPressed } from './parts/ringing.ts'
import { useSignOut } from './parts/use-sign-out.ts'
import { productName, useTitle } from './parts/use-title.ts'
import { paths } from './paths.ts'
import { screenLooks } from './screen-looks.tsx'
import { HomeScreen } from './screens/home/HomeScreen.tsx'
import { AppFrame } from './ui/frame/AppFrame.tsx'
import type { MenuItem } from './ui/frame/FrameMenu.tsx'
import { PageHead } from './ui/frame/PageHead.tsx'

const iconLook = { size: 18, stroke: 1.6, 'aria-hidden': true }
const route = getRouteApi('/dashboard')
const accountTitle = 'My account'
const OwnAccount = lazy(() =>
  import('./screens/account/OwnAccount.tsx').then((module) => ({ default: module.OwnAccount })),
)

/** Everything under /dashboard: the frame, and in it the screen of the path or the home view (§2.1). */
export function Dashboard() {
  const { member } = route.useRouteContext()
  const open = useOpen(member)
  const signOut = useSignOut()
  useLiveStream(member)
  useLoadedAhead(member)
  useRinging(member)
  const items = useMenu(member, open)
  const overlay = useOverlay()
  const title = open.kind === 'screen' ? open.title : open.kind === 'account' ? accountTitle : 'Home'
  useTitle(title)

  return (
    <MemberHere value={member}>
      <AppFrame
        brand={productName}
        title={member.displayName}
        status="Available"
        isConnected={useLiveState().kind === 'live' || !mayListen(member)}
        initials={avatarLetters(member.displayName)}
        items={items}
        footItems={isProved(member) ? [{ ...accountItem, active: open.kind === 'account' }] : []}
        renderLink={({ key, href }, link) => (
          <Link key={key} to={href} preload="intent" activeOptions={{ exact: true }} {...link} />
        )}
        onSignOut={signOut}
        onHelp={() => overlay.open('sheet')}
        bell={<Bell key={member.organisationId} member={member} />}
      >
        <LiveBanner />
        <Content member={member} open={open} />
      </AppFrame>
      <Keyboard
        member={member}
        screens={isProved(member) ? [...items, accountItem] : items}
        here={{ id: open.kind === 'screen' ? open.id : open.kind, title }}
        onSignOut={signOut}
        overlay={overlay}
      />
    </MemberHere>
  )
}

const accountItem = {
  key: 'account',
  title: accountTitle,
  icon: <IconUserCircle {...iconLook} />,
  href: paths.account,
}

type Open =
  | { kind: 'home' }
  | { kind: 'account' }
  | (NonNullable<ReturnType<typeof screenAt>> & { kind: 'screen'; detail: string | undefined })

/** What is not there for this member, or has no such level, is the home view (rulings AMB-174, 200). */
function useOpen(member: Member): Open {
  const { product, screen: id, detail } = useParams({ strict: false })
  const isAccount = useMatch({ from: '/dashboard/account', shouldThrow: false }) !== undefined
  if (isAccount && isProved(member)) return { kind: 'account' }
  const screen = product && id && isVerified(member) ? screenAt(member, product, id) : undefined
  if (!screen || (detail !== undefined && !screen.hasDetail)) return { kind: 'home' }
  return { ...screen, kind: 'screen', detail }
}

/** Ruling AMB-147: until then there is the home view alone. */
const isVerified = (member: Member): boolean => isProved(member) && member.accountStatus !== 'pending'

function useLiveStream(member: Member): void {
  const navigate = useNavigate()
  useEffect(() => {
    // the root route asks for the session again, and lets those in who still have one, perhaps with other rights
    function goToRoot() {
      throwOut()
      void navigate({ to: paths.signIn })
    }
    drawnFor.onOther = goToRoot
    return mayListen(member) ? listen(goToRoot) : watchSession(member, goToRoot)
  }, [member, navigate])
}

/** Where this browser rings: that it still may, and where a pressed notification leads. */
function useRinging(member: Member): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!mayListen(member)) return
    // what is not known now is asked when the page is opened next
    void ringing.look().catch(() => undefined)
    return onPressed((path) => void navigate({ href: path }))
  }, [member, navigate])
}

/** Whoever goes to another screen finds its code loaded, by and by once the first one has shown itself. */
function useLoadedAhead(member: Member): void {
  useEffect(() => {
    const waiting = isVerified(member) ? screensFor(member).map(({ id }) => screenLooks[id].load) : []
    let leave: () => void = () => undefined
    let timer = setTimeout(function loadNext() {
      const load = waiting.shift()
      if (!load) return
      leave = loadAhead(load)
      timer = setTimeout(loadNext, betweenMs)
    }, settledMs)
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [member])
}

const settledMs = 3_000
const betweenMs = 100

function useMenu(member: Member, open: Open): MenuItem[] {
  const { data } = useLive(requests.summary, {}, { enabled: isHospital(member) })
  const waiting = useLive(orders.summary, {}, { enabled: isProvider(member) }).data
  const toIssue = useLive(issuing.summary, {}, { enabled: isBank(member) }).data?.toIssue
  const bench = useLive(matching.summary, {}, { enabled: isBank(member) }).data
  const forms = useLive(consent.waiting, {}, { enabled: isBank(member) }).data
  const counts: Partial<Record<ScreenId, number | undefined>> = {
    approval: data?.pending.count,
    deliveryStatus: data?.onTheRoad.count,
    liveStatus: data?.live.count,
    status: waiting?.toComplete.count,
    linkBloodBank: waiting?.toLink.count,
    history: toIssue?.count,
    consent: forms?.count,
    bench: bench && toDoAtBench(bench),
  }
  const offered = isVerified(member) ? screensFor(member).filter(({ cardOnly }) => !cardOnly) : []
  return [
    {
      key: 'home',
      title: 'Home',
      icon: <IconHome {...iconLook} />,
      href: paths.dashboard,
      active: open.kind === 'home',
    },
    ...offered.map(({ id, product, title }) => {
      const Icon = screenLooks[id].icon
      const count = counts[id]
      const item = { key: id, title, icon: <Icon {...iconLook} />, href: paths.screen(product, id) }
      const active = open.kind === 'screen' && open.id === id
      return { ...item, active, ...(count !== undefined && { count }) }
    }),
  ]
}

function Content({ member, open }: { member: Member; open: Open }) {
  // of the route that is rendered: the address changes a moment earlier
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' })
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  if (open.kind === 'account') {
    return (
      <Suspense key="account" fallback={<PageHead title={accountTitle} />}>
        <Arrival path={path}>
          <OwnAccount title={accountTitle} email={member.email} member={member} />
        </Arrival>
      </Suspense>
    )
  }
  if (open.kind === 'home') {
    return (
      <Arrival path={path}>
        <HomeScreen
          cards={screensFor(member)
            .filter(({ menuOnly }) => !menuOnly)
            .map(({ id, product, title }) => {
              const { icon: Icon, about } = screenLooks[id]
              const href = isVerified(member) ? paths.screen(product, id) : null
              return { id, title, about, icon: <Icon {...iconLook} />, href }
            })}
          notices={{ closed, close: (notice) => setClosed((before) => new Set(before).add(notice)) }}
        />
      </Arrival>
    )
  }
  const Screen = screenLooks[open.id].component
  return (
    <Suspense key={open.id} fallback={<PageHead title={open.title} />}>
      <Arrival path={path}>
        <Screen title={open.title} detail={open.detail} />
      </Arrival>
    </Suspense>
  )
}
