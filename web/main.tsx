import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Actor } from '#domain/people/actor.ts'
import { reloadForLostParts, watchBuild } from './api/build.ts'
import { endOldDrafts } from './api/sealed-draft.ts'
import { askWho } from './api/signing-in.ts'
import { paths } from './paths.ts'
import { SignInScreen } from './screens/public/SignInScreen.tsx'
import { Alerts } from './ui/feedback/Alert.tsx'
import { Toasts } from './ui/feedback/Toasts.tsx'
import './ui/frame/base.css'

const place = document.getElementById('root')
if (!place) throw new Error('the page has no root')
const root = createRoot(place)

watchBuild()
void endOldDrafts()
reloadForLostParts()
if (location.pathname === paths.signIn) void beginWithSignIn()
else void loadApp().then(({ App }) => show(<App />))

/** Somebody who is not signed in needs a form and nothing else (decision 56). The rest comes while they type. */
async function beginWithSignIn(): Promise<void> {
  // without an answer the form is shown all the same: it tells what is wrong when it is sent
  const actor = await askWho().catch(() => null)
  if (actor) return enter(actor, paths.home(actor), 'replace')
  show(<SignInScreen isThrownOut={false} onTyping={preload} onEnter={enter} />)
}

async function enter(actor: Actor, path: string, how: 'push' | 'replace' = 'push'): Promise<void> {
  const { App, beginAs } = await loadApp()
  beginAs(actor, path, how)
  show(<App />)
}

function preload(): void {
  // if this fails, it is loaded when it is needed
  void loadApp().then(
    ({ preloadDashboard }) => preloadDashboard(),
    () => undefined,
  )
}

function loadApp() {
  return import('./App.tsx')
}

function show(page: ReactNode): void {
  root.render(
    <StrictMode>
      {page}
      <Toasts />
      <Alerts />
    </StrictMode>,
  )
}
