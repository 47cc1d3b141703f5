/** A page that says what a donor agrees to, or what is kept of them. */
export type Policy = {
  readonly title: string
  readonly lead: string
  readonly sections: readonly { readonly title: string; readonly text: readonly string[] }[]
}

/** Ruling AMB-136. */
export type Policies = Readonly<Record<'terms' | 'privacy', Policy>>
