import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { betterAuth } from 'better-auth'
import type pg from 'pg'
import { hours, later } from '#domain/basics/time.ts'
import { linkHours } from '#domain/messages/resending.ts'
import { shortestPassword } from '#domain/people/passwords.ts'
import { hashPassword, isPassword } from './passwords.ts'

const sessionHours = 12

/** What passes between a call of ours and the library's hooks inside it. */
type UnderWay = { token?: string; hash?: string }
const underWay = new AsyncLocalStorage<UnderWay>()

export type Identity = {
  /** The cookies of the new session, or null if the password is not the account's. */
  signIn(email: string, password: string, headers: Headers): Promise<string[] | null>
  /** Has the one-time link sent, if there is such an account. */
  askReset(email: string): Promise<void>
  /** The token of a link that sets the account's first password; links sent to it before stop working. */
  invite(accountId: string): Promise<string>
  /** False if the token is unknown, used or too old. Ends every session of the account. */
  reset(token: string, password: string): Promise<boolean>
  sessionToken(cookies: string | undefined): string | null
  /** Takes the session's cookie away from the browser. */
  readonly endCookie: string
}

/** better-auth keeps passwords, sessions and reset tokens. None of its own endpoints is mounted: every call is ours. */
export function identityOn(options: {
  pool: pg.Pool
  secret: string
  publicUrl: string
  onResetAsked: (email: string, token: string) => Promise<void>
}): Identity {
  const isSecure = options.publicUrl.startsWith('https:')
  const cookieName = `${isSecure ? '__Secure-' : ''}crossmatch.session_token`
  const auth = betterAuth({
    baseURL: options.publicUrl,
    secret: options.secret,
    database: options.pool,
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'crossmatch',
      useSecureCookies: isSecure,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: shortestPassword,
      maxPasswordLength: 200,
      password: {
        hash: async (password) => underWay.getStore()?.hash ?? hashPassword(password),
        verify: ({ hash, password }) => isPassword(hash, password),
      },
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: linkHours['password-reset'] * 3600,
      sendResetPassword: async ({ token }) => void Object.assign(underWay.getStore() ?? {}, { token }),
    },
    verification: { modelName: 'verifications', fields: verificationFields, storeIdentifier: 'hashed' },
    // twelve hours, a long shift, and then a new sign-in; no quiet renewal on a shared ward PC
    session: {
      modelName: 'sessions',
      fields: sessionFields,
      expiresIn: sessionHours * 3600,
      disableSessionRefresh: true,
    },
    user: { modelName: 'accounts', fields: accountFields },
    account: { modelName: 'credentials', fields: credentialFields },
  })
  return {
    async signIn(email, password, headers) {
      try {
        const answer = await auth.api.signInEmail({ body: { email, password }, headers, returnHeaders: true })
        return answer.headers.getSetCookie()
      } catch (error) {
        if (isRefused(error)) return null
        throw error
      }
    },
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
    async reset(token, password) {
      if (!isToken.test(token)) return false
      // first of all: the library spends the link before it hashes, and hashing can be refused when there is a rush
      const hash = await hashPassword(password)
      try {
        await underWay.run({ hash }, () => auth.api.resetPassword({ body: { token, newPassword: password } }))
        return true
      } catch (error) {
        if (isRefused(error)) return false
        throw error
      }
    },
    sessionToken: (cookies) => tokenIn(cookies, cookieName),
    endCookie: `${cookieName}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
  }
}

/** Wrong, or of a form the library does not take, as opposed to a failure of ours. */
const isRefused = (error: unknown): boolean =>
  [400, 401].includes((error as { statusCode?: number }).statusCode ?? 0)

/** The cookie is `token.signature`. The token alone is 32 random characters and is looked up; that is the proof. */
function tokenIn(cookies: string | undefined, name: string): string | null {
  const pair = cookies?.split(/;\s*/).find((cookie) => cookie.startsWith(`${name}=`))
  const token = pair?.slice(name.length + 1).split('.')[0] ?? ''
  return isToken.test(token) ? token : null
}

/** What the library draws them from. Anything else is nobody's, and some of it no database can be asked for. */
const isToken = /^[\w-]{1,200}$/

const times = { createdAt: 'created_at', updatedAt: 'updated_at' }
const accountFields = { ...times, emailVerified: 'email_verified' }
const verificationFields = { ...times, expiresAt: 'expires_at' }
const sessionFields = {
  ...times,
  userId: 'account_id',
  expiresAt: 'expires_at',
  ipAddress: 'ip_address',
  userAgent: 'user_agent',
}
const credentialFields = {
  ...times,
  userId: 'account_id',
  accountId: 'provider_account_id',
  providerId: 'provider_id',
  accessToken: 'access_token',
  refreshToken: 'refresh_token',
  idToken: 'id_token',
  accessTokenExpiresAt: 'access_token_expires_at',
  refreshTokenExpiresAt: 'refresh_token_expires_at',
}
