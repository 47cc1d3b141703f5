let email: string | null = null

/** Who has just signed up on this page, for the sign-in that follows; a reload forgets it. */
export const signedUpHere = (): string | null => email

export function rememberSignedUp(typed: string): void {
  email = typed.trim()
}

export function forgetSignedUp(): void {
  email = null
}
