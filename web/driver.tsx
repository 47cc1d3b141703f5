import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { reloadForLostParts, watchBuild } from './api/build.ts'
import { DrivingScreen } from './screens/driving/DrivingScreen.tsx'
import { keepPage } from './screens/driving/phone/keeping-page.ts'
import { openPhone } from './screens/driving/phone/phone.ts'
import { startSyncTriggers } from './screens/driving/phone/sync-triggers.ts'
import { sync } from './screens/driving/phone/syncing.ts'
import { firstLanguage, wordsIn } from './screens/driving/use-words.ts'
import { Alerts } from './ui/feedback/Alert.tsx'
import './ui/frame/base.css'

// The page of drivers: no router, nothing of the dashboard. Served for /driver and what lies under it.
const place = document.getElementById('root')
if (!place) throw new Error('the page has no root')

reloadForLostParts()
const [words] = await Promise.all([wordsIn(firstLanguage()), openPhone()])
createRoot(place).render(
  <StrictMode>
    <DrivingScreen firstWords={words} />
    <Alerts />
  </StrictMode>,
)
void sync()
startSyncTriggers()
watchBuild(keepPage())
