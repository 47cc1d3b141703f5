import type { Member } from '#domain/people/actor.ts'
import type { ScreenId } from '../menu.ts'
import type { PaletteScreen } from './Palette.tsx'
import { useKeys } from './use-keys.ts'
import type { useOverlay } from './use-overlay.ts'

type KeyboardProps = {
  member: Member
  screens: readonly PaletteScreen[]
  here: { id: ScreenId | 'home' | 'account'; title: string }
  onSignOut: () => void
  overlay: ReturnType<typeof useOverlay>
}

/** The keys of the dashboard, and what they open. */
export function Keyboard({ member, screens, here, onSignOut, overlay }: KeyboardProps) {
  const { shown, open, close } = overlay
  useKeys(overlay)
  if (shown === null) return null
  if (shown.what === 'sheet') return <shown.Part here={here} onClose={close} />
  return (
    <shown.Part
      member={member}
      firstTyped={shown.typed}
      isEntered={shown.isEntered}
      screens={screens}
      onClose={close}
      onSignOut={onSignOut}
      onKeys={() => open('sheet')}
    />
  )
}
