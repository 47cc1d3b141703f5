import { KeyDraft } from '#domain/keys/making.ts'
import type { Scope } from '#domain/keys/scopes.ts'

/** As it is typed: networks one to a line, or with commas between. */
export type TypedKey = { name: string; scopes: Scope[]; networks: string; lastDay: string; isTest: boolean }

export const emptyKey: TypedKey = { name: '', scopes: [], networks: '', lastDay: '', isTest: false }

export const draftFrom = (typed: TypedKey): KeyDraft =>
  KeyDraft.parse({
    ...typed,
    networks: typed.networks.split(/[\s,;]+/).filter(Boolean),
    lastDay: typed.lastDay || null,
  })
