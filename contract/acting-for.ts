import type { Actor } from '#domain/people/actor.ts'

/** A header: for which organisation the page was drawn that sends the call. It can only have a call refused. */
export const actingFor = 'crossmatch-acting-for'

/** What the page of that actor says; the provider and drivers are of none. */
export const actingForOf = (actor: Actor): string => (actor.kind === 'member' && actor.organisationId) || '-'
