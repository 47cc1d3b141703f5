import { fillIn } from './fill-in.ts'

/** Why something may not be done: a code, the field it belongs to, and what the words need to be filled in. */
export type Refusal<Code extends string = string> = {
  readonly code: Code
  readonly field?: string
  readonly values?: Readonly<Record<string, string | number>>
}

/**
 * What a person reads. `{name}` in the text is filled from the refusal's values. A conflict is nobody's mistake:
 * somebody else was faster (answered 409, not 422).
 */
export type Wording = { readonly title: string; readonly text: string; readonly conflict?: true }

export type Words<Code extends string> = Readonly<Record<Code, Wording>>

export function no<Code extends string>(
  code: Code,
  field?: string,
  values?: Record<string, string | number>,
): Refusal<Code> {
  return { code, ...(field === undefined ? {} : { field }), ...(values === undefined ? {} : { values }) }
}

export function say<Code extends string>(words: Words<Code>, refusal: Refusal<Code>): Wording {
  const { title, text } = words[refusal.code]
  return { title, text: fillIn(text, refusal.values ?? {}) }
}
