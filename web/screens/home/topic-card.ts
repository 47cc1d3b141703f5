import type { ReactNode } from 'react'
import type { TopicId } from '#domain/people/topics.ts'

/** A screen as the home view offers it; without an address it can be seen but not opened. */
export type TopicCard = { id: TopicId; title: string; about: string; icon: ReactNode; href: string | null }
