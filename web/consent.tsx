import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { reloadForLostParts, watchBuild } from './api/build.ts'
import { DonorScreen } from './screens/donor/DonorScreen.tsx'
import { endOldDrafts, readDraft } from './screens/donor/kept-draft.ts'
import { linkIn } from './screens/donor/link.ts'
import { wordsIn } from './screens/donor/use-words.ts'
import { Alerts } from './ui/feedback/Alert.tsx'
import './ui/frame/base.css'

// The page of donors: no account, no router, nothing of the dashboard. Served for /consent, /terms and /privacy.
const place = document.getElementById('root')
if (!place) throw new Error('the page has no root')

watchBuild()
reloadForLostParts()
const link = linkIn(location)
// on a shared device, Back must not restore the previous donor's page from the browser's back/forward cache
if (link.isKiosk)
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
endOldDrafts(link)
const kept = link.isKiosk ? null : readDraft(link.bankId)
const words = await wordsIn(link.language ?? kept?.language ?? 'en')
const root = createRoot(place)
// a little at a time: a long form on a cheap phone
startTransition(() =>
  root.render(
    <StrictMode>
      <DonorScreen link={link} kept={kept} firstWords={words} />
      <Alerts />
    </StrictMode>,
  ),
)
