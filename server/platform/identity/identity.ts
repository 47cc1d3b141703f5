import { randomBytes } from 'node:crypto'
import { days, hours, later } from '#domain/basics/time.ts'
import { linkHours } from '#domain/messages/resending.ts'
import { isToken, tokenIn } from '../http/cookies.ts'
import {
  type AuthOptions,
  authOn,
  cookiePrefix,
  driverSessionDays,
  isRefused,
  isSecure,
  type UnderWay,
  underWay,
} from './auth.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { type SecondFactor, secondFactorOf } from './second-factor.ts'

export type Identity = {
  /** The cookies of the new session, or of the step that asks for a code; null if the password is not the account's. */
  signIn(
    email: string,
    password: string,
    headers: Headers,
  ): Promise<{ cookies: string[]; asksCode: boolean } | null>
  isPasswordOf(accountId: string, password: string): Promise<boolean>
  readonly secondFactor: SecondFactor
  /** Has the one-time link sent, if there is such an account. */
  askReset(email: string): Promise<void>
  /** The token of a link that sets the account's first password; links sent to it before stop working. */
  invite(accountId: string): Promise<string>
  /** Whose password the link would set; null if the token is unknown, used or too old. */
  ownerOf(token: string): Promise<string | null>
  /** False if the token is unknown, used or too old. Ends every session of the account. */
  reset(token: string, password: string): Promise<boolean>
  /** What the session's cookie is called. */
  readonly sessionCookie: string
  sessionToken(cookies: string | undefined): string | null
  /** The session's cookie as the browser sent it, or was about to be sent it, to be kept for a driver's time. */
  longCookie(cookies: string): string | null
  /** Takes the session's cookie away from the browser. */
  readonly endCookie: string
}

/** better-auth keeps passwords, sessions and reset tokens. None of its own endpoints is mounted: every call is ours. */
export function identityOn(
  options: AuthOptions & { onResetAsked: (email: string, token: string) => Promise<void> },
): Identity {
  const auth = authOn(options)
  const sessionCookie = `${isSecure(options) ? '__Secure-' : ''}${cookiePrefix}.session_token`
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure(options) ? '; Secure' : ''}`
  const secondFactor = secondFactorOf(auth)

  async function linkOf(token: string) {
    if (!isToken.test(token)) return null
    const { internalAdapter } = await auth.$context
    const link = await internalAdapter.findVerificationValue(`reset-password:${token}`)
    return link && link.expiresAt > new Date() ? link : null
  }

  return {
    async signIn(email, password, headers) {
      try {
        const answer = await auth.api.signInEmail({ body: { email, password }, headers, returnHeaders: true })
        const cookies = answer.headers.getSetCookie()
        const asksCode = 'twoFactorRedirect' in answer.response
        return { asksCode, cookies: asksCode ? await secondFactor.stepCookies(cookies) : cookies }
      } catch (error) {
        if (isRefused(error)) return null
        throw error
      }
    },
    async isPasswordOf(accountId, password) {
      const { internalAdapter } = await auth.$context
      const credentials = await internalAdapter.findAccounts(accountId)
      const hash = credentials.find(({ providerId }) => providerId === 'credential')?.password
      return Boolean(hash) && isPassword(hash ?? '', password)
    },
    secondFactor,
    async askReset(email) {
      const reset: UnderWay = {}
      await underWay.run(reset, () =>
        auth.api.requestPasswordReset({ body: { email } }).catch((error) => {
          if (!isRefused(error)) throw error
        }),
      )
      // here and not in the library's hook, which would keep a failure to itself
      if (reset.token) await options.onResetAsked(email, reset.token)
    },
    async invite(accountId) {
      const { adapter, internalAdapter } = await auth.$context
      await adapter.deleteMany({ model: 'verification', where: [{ field: 'value', value: accountId }] })
      const token = randomBytes(24).toString('base64url')
      // as the library keeps its own for a reset, but for longer: who is invited may be off duty
      const expiresAt = later(new Date(), hours(linkHours.invitation))
      const identifier = `reset-password:${token}`
      await internalAdapter.createVerificationValue({ value: accountId, identifier, expiresAt })
      return token
    },
    ownerOf: async (token) => (await linkOf(token))?.value ?? null,
    async reset(token, password) {
      const { adapter } = await auth.$context
      const link = await linkOf(token)
      // an invented one costs nobody a hash
      if (!link) return false
      // first of all: the library spends the link before it hashes, and hashing can be refused when there is a rush
      const hash = await hashPassword(password)
      try {
        await underWay.run({ hash }, () => auth.api.resetPassword({ body: { token, newPassword: password } }))
        // older links, and sign-ins that wait for a code: begun with the password of before
        await adapter.deleteMany({ model: 'verification', where: [{ field: 'value', value: link.value }] })
        return true
      } catch (error) {
        if (isRefused(error)) return false
        throw error
      }
    },
    sessionCookie,
    sessionToken: (cookies) => tokenIn(cookies, sessionCookie, options.secret),
    longCookie(cookies) {
      const pair = cookies.split(/;\s*/).find((cookie) => cookie.startsWith(`${sessionCookie}=`))
      return pair ? `${pair}; Max-Age=${days(driverSessionDays) / 1000}; ${attributes}` : null
    },
    endCookie: `${sessionCookie}=; Max-Age=0; ${attributes}`,
  }
}
