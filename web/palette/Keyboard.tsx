import { lazy, Suspense, useState } from 'react'
import type { Member } from '#domain/people/actor.ts'
import type { ScreenId } from '../menu.ts'
import type { PaletteScreen } from './Palette.tsx'
import { useKeys } from './use-keys.ts'

// fetched with the first key that asks for them
const Palette = lazy(() => import('./Palette.tsx').then((module) => ({ default: module.Palette })))
const ScreenSheet = lazy(() =>
  import('./ScreenSheet.tsx').then((module) => ({ default: module.ScreenSheet })),
)

type KeyboardProps = {
  member: Member
  screens: readonly PaletteScreen[]
  here: { id: ScreenId | 'home' | 'account'; title: string }
  onSignOut: () => void
  open: KeyboardOpen
  setOpen: (open: KeyboardOpen) => void
}

export type KeyboardOpen = 'palette' | 'sheet' | null

/** The keys of the dashboard, and what they open. */
export function Keyboard({ member, screens, here, onSignOut, open, setOpen }: KeyboardProps) {
  useKeys(setOpen)
  const [close] = useState(() => () => setOpen(null))
  return (
    <Suspense fallback={null}>
      {open === 'palette' && (
        <Palette
          member={member}
          screens={screens}
          onClose={close}
          onSignOut={onSignOut}
          onKeys={() => setOpen('sheet')}
        />
      )}
      {open === 'sheet' && <ScreenSheet here={here} onClose={close} />}
    </Suspense>
  )
}
