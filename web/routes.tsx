import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import type { Member } from '#domain/people/actor.ts'
import { signOut, whoIsHere } from './api/session.ts'
import { isScreenId, screenAt } from './menu.ts'
import { paths } from './paths.ts'
import { SignInAgain } from './SignInAgain.tsx'
import { FailedPage } from './screens/public/FailedPage.tsx'
import { NotFoundPage } from './screens/public/NotFoundPage.tsx'

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFoundPage,
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async () => {
    // without an answer the form is shown all the same: it tells what is wrong when it is sent
    const actor = await whoIsHere().catch(() => null)
    if (actor) throw redirect({ to: paths.home(actor) })
  },
  component: SignInAgain,
})

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: lazyRouteComponent(() => import('./screens/public/ResetScreen.tsx'), 'ResetScreen'),
})

const confirm = createRoute({
  getParentRoute: () => root,
  path: '/confirm',
  component: lazyRouteComponent(() => import('./screens/public/ConfirmScreen.tsx'), 'ConfirmScreen'),
})

const join = createRoute({
  getParentRoute: () => root,
  path: '/join',
  component: lazyRouteComponent(() => import('./screens/public/JoinScreen.tsx'), 'JoinScreen'),
})

const email = createRoute({
  getParentRoute: () => root,
  path: '/email',
  component: lazyRouteComponent(() => import('./screens/public/EmailScreen.tsx'), 'EmailScreen'),
})

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/signup/$bank',
  component: lazyRouteComponent(() => import('./screens/public/SignUpScreen.tsx'), 'SignUpScreen'),
})

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  beforeLoad: async ({ location, preload }) => {
    const actor = await whoIsHere()
    if (!actor) throw redirect({ to: paths.signIn })
    if (actor.kind === 'driver') throw redirect({ to: paths.driver })
    if (!preload && isLockedOut(actor, location.pathname)) {
      await signOut()
      throw redirect({ to: paths.signIn })
    }
    return { member: actor }
  },
  component: lazyRouteComponent(() => import('./Dashboard.tsx'), 'Dashboard'),
})
const dashboardHome = createRoute({ getParentRoute: () => dashboard, path: '/' })
const ownAccount = createRoute({ getParentRoute: () => dashboard, path: 'account' })
/** Which screen it is, if any, is the menu's to say. */
const screen = createRoute({
  getParentRoute: () => dashboard,
  path: '$product/$screen/{-$detail}',
  // only its code, and without waiting: the screen fetches its data itself, and follows it
  loader: ({ params }) => void loadScreen(params.screen).catch(() => undefined),
})
async function loadScreen(id: string): Promise<void> {
  const { screenLooks } = await import('./screen-looks.tsx')
  if (isScreenId(id)) await screenLooks[id].load()
}

/** Any other path shows the home view (ruling AMB-174). */
const nowhere = createRoute({ getParentRoute: () => dashboard, path: '$' })

/** A driver's orders are a page of their own, loaded anew. */
const driver = createRoute({
  getParentRoute: () => root,
  path: '/driver',
  beforeLoad: () => {
    throw redirect({ href: paths.driver, reloadDocument: true })
  },
})
const driverAccount = createRoute({
  getParentRoute: () => root,
  path: '/driver/account',
  beforeLoad: async () => {
    const actor = await whoIsHere()
    if (!actor) throw redirect({ to: paths.signIn })
    if (actor.kind !== 'driver') throw redirect({ to: paths.dashboard })
    return { driver: actor }
  },
  component: lazyRouteComponent(() => import('./screens/account/DriverFrame.tsx'), 'DriverFrame'),
})
const driverAccountPage = createRoute({
  getParentRoute: () => driverAccount,
  path: '/',
  component: lazyRouteComponent(() => import('./screens/account/DriverAccount.tsx'), 'DriverAccount'),
})

/** §6: the driver registration page signs out whoever is not the support account (ruling AMB-30). */
const isLockedOut = (member: Member, path: string): boolean =>
  path === paths.screen('admin', 'createUser') && !screenAt(member, 'admin', 'createUser')

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    reset,
    confirm,
    join,
    email,
    signUp,
    dashboard.addChildren([dashboardHome, ownAccount, screen, nowhere]),
    driver,
    driverAccount.addChildren([driverAccountPage]),
  ]),
  // plain texts: read the router's way, some ids are numbers
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const said = Object.entries(search).filter(([, value]) => value !== undefined)
    const text = new URLSearchParams(said.map(([name, value]) => [name, String(value)])).toString()
    return text && `?${text}`
  },
  defaultPreload: false,
  defaultErrorComponent: FailedPage,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
