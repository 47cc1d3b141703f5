import { IconHome, IconUserCircle } from '@tabler/icons-react'
import { getRouteApi, Link, useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { consent } from '#contract/consent.ts'
import { issuing } from '#contract/issuing.ts'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { isBank, isHospital, isProved, isProvider, type Member, mayListen } from '#domain/people/actor.ts'
import { type TopicId, topicAt, topicsFor } from '#domain/people/topics.ts'
import { listen } from './api/live.ts'
import { useLive } from './api/queries.ts'
import { MemberHere, throwOut, watchSession } from './api/session.ts'
import { Arrival } from './parts/Arrival.tsx'
import { initialsOf } from './parts/initials.ts'
import { LiveBanner } from './parts/LiveNow.tsx'
import { useSignOut } from './parts/use-sign-out.ts'
import { productName, useTitle } from './parts/use-title.ts'
import { paths } from './paths.ts'
import { HomeScreen } from './screens/home/HomeScreen.tsx'
import { topicLooks } from './topics.tsx'
import { AppFrame } from './ui/AppFrame.tsx'
import type { MenuItem } from './ui/FrameMenu.tsx'
import { PageHead } from './ui/PageHead.tsx'
import { UiProvider } from './ui/UiProvider.tsx'

const iconLook = { size: 18, stroke: 1.6, 'aria-hidden': true }
const route = getRouteApi('/dashboard')
const accountTitle = 'My account'
const OwnAccount = lazy(() =>
  import('./screens/account/OwnAccount.tsx').then((module) => ({ default: module.OwnAccount })),
)

/** Everything under /dashboard: the frame, and in it the screen of the path or the home view (§2.1). */
export function Dashboard() {
  const { member } = route.useRouteContext()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const topic = topicOn(path, member)
  const signOut = useSignOut()
  useLiveStream(member)
  const isAccount = isOwnAccount(path, member)
  useTitle(topic?.title ?? (isAccount ? accountTitle : 'Home'))

  return (
    <MemberHere value={member}>
      <UiProvider>
        <AppFrame
          brand={productName}
          title={member.displayName}
          status="Available"
          initials={initialsOf(member.displayName)}
          items={useMenu(member, isAccount ? 'account' : topic?.id)}
          footItems={isProved(member) ? [{ ...accountItem, active: isAccount }] : []}
          renderLink={({ key, href }, link) => (
            <Link key={key} to={href} activeOptions={{ exact: true }} {...link} />
          )}
          onSignOut={signOut}
        >
          <LiveBanner />
          <Content member={member} path={path} />
        </AppFrame>
      </UiProvider>
    </MemberHere>
  )
}

const accountItem = {
  key: 'account',
  title: accountTitle,
  icon: <IconUserCircle {...iconLook} />,
  href: paths.account,
}

const isOwnAccount = (path: string, member: Member): boolean =>
  isProved(member) && path.replace(/\/$/, '') === paths.account

/** Two levels, and a third where a topic has one: any other path shows the home view (rulings AMB-174, 200). */
function topicOn(path: string, member: Member) {
  const [, , product = '', id = '', detail, ...more] = path.replace(/\/$/, '').split('/')
  const topic = more.length === 0 && isVerified(member) ? topicAt(member, product, id) : undefined
  return topic && (detail === undefined || topic.hasDetail) ? { ...topic, detail } : undefined
}

/** Ruling AMB-147: until then there is the home view alone. */
const isVerified = (member: Member): boolean => isProved(member) && member.accountStatus !== 'pending'

function useLiveStream(member: Member): void {
  const navigate = useNavigate()
  useEffect(() => {
    // the root asks who is here and lets those in who still are, perhaps with other rights
    function goToRoot() {
      throwOut()
      void navigate({ to: paths.signIn })
    }
    return mayListen(member) ? listen(goToRoot) : watchSession(member, goToRoot)
  }, [member, navigate])
}

function useMenu(member: Member, openId: TopicId | 'account' | undefined): MenuItem[] {
  const { data } = useLive(requests.summary, {}, { enabled: isHospital(member) })
  const waiting = useLive(orders.summary, {}, { enabled: isProvider(member) }).data
  const toIssue = useLive(issuing.summary, {}, { enabled: isBank(member) }).data?.toIssue
  const forms = useLive(consent.waiting, {}, { enabled: isBank(member) }).data
  const counts: Partial<Record<TopicId, number | undefined>> = {
    approval: data?.pending.count,
    deliveryStatus: data?.onTheRoad.count,
    liveStatus: data?.live.count,
    status: waiting?.toComplete.count,
    linkBloodBank: waiting?.toLink.count,
    history: toIssue?.count,
    consent: forms?.count,
  }
  const topics = isVerified(member) ? topicsFor(member).filter(({ cardOnly }) => !cardOnly) : []
  return [
    { key: 'home', title: 'Home', icon: <IconHome {...iconLook} />, href: paths.dashboard, active: !openId },
    ...topics.map(({ id, product, title }) => {
      const Icon = topicLooks[id].icon
      const count = counts[id]
      const item = { key: id, title, icon: <Icon {...iconLook} />, href: paths.screen(product, id) }
      return { ...item, active: id === openId, ...(count !== undefined && { count }) }
    }),
  ]
}

function Content({ member, path }: { member: Member; path: string }) {
  const [isNoticeClosed, setIsNoticeClosed] = useState(false)
  const topic = topicOn(path, member)
  if (isOwnAccount(path, member)) {
    return (
      <Suspense key="account" fallback={<PageHead title={accountTitle} />}>
        <Arrival path={path}>
          <OwnAccount title={accountTitle} email={member.email} />
        </Arrival>
      </Suspense>
    )
  }
  if (!topic) {
    return (
      <Arrival path={path}>
        <HomeScreen
          cards={topicsFor(member).map(({ id, product, title }) => {
            const { icon: Icon, about } = topicLooks[id]
            const href = isVerified(member) ? paths.screen(product, id) : null
            return { id, title, about, icon: <Icon {...iconLook} />, href }
          })}
          isNoticeClosed={isNoticeClosed}
          onCloseNotice={() => setIsNoticeClosed(true)}
        />
      </Arrival>
    )
  }
  const Screen = topicLooks[topic.id].screen
  return (
    <Suspense key={topic.id} fallback={<PageHead title={topic.title} />}>
      <Arrival path={path}>
        <Screen title={topic.title} detail={topic.detail} />
      </Arrival>
    </Suspense>
  )
}
