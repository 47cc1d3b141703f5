import type { ReactNode } from 'react'
import type { ScreenId } from '../../menu.ts'

/** A screen as the home view offers it; without an address it can be seen but not opened. */
export type ScreenCard = { id: ScreenId; title: string; about: string; icon: ReactNode; href: string | null }
