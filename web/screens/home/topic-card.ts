import type { ReactNode } from 'react'
import type { home } from '#contract/home.ts'
import type { OutputOf } from '#contract/route.ts'
import type { TopicId } from '#domain/people/topics.ts'

/** A screen as the home view offers it; without an address it can be seen but not opened. */
export type TopicCard = { id: TopicId; title: string; about: string; icon: ReactNode; href: string | null }

/** What waits at the own hospital. */
export type Summary = OutputOf<typeof home.hospital>
