import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { reloadForLostParts } from './api/build.ts'
import { firstLanguage, wordsIn } from './screens/verify/use-words.ts'
import { VerifyScreen } from './screens/verify/VerifyScreen.tsx'
import './ui/frame/base.css'

// The page that checks a slip: no account, nothing of the dashboard. What stands after the # never leaves the phone.
const place = document.getElementById('root')
if (!place) throw new Error('the page has no root')

reloadForLostParts()
const words = await wordsIn(firstLanguage())
createRoot(place).render(
  <StrictMode>
    <VerifyScreen firstWords={words} />
  </StrictMode>,
)
// in development every file comes from the server; without TLS there is no service worker
if (import.meta.env.PROD)
  navigator.serviceWorker?.register('/verify-worker.js', { scope: '/verify' }).catch(() => null)
