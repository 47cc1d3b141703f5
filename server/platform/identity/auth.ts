import { AsyncLocalStorage } from 'node:async_hooks'
import { betterAuth } from 'better-auth'
import { twoFactor } from 'better-auth/plugins'
import type pg from 'pg'
import { linkHours } from '#domain/messages/resending.ts'
import { shortestPassword } from '#domain/people/passwords.ts'
import { backupCodeCount } from '#domain/people/second-factor.ts'
import { hashStore } from './hash-store.ts'
import { hashPassword, isOfBefore, isPassword } from './passwords.ts'

const sessionHours = 12
/** A driver's phone is his own, and in a basement he cannot sign in: long, and renewed while it is used. */
export const driverSessionDays = 90
export const cookiePrefix = 'crossmatch'

/** What passes between a call of ours and the library's hooks inside it. */
export type UnderWay = { token?: string; hash?: string }
export const underWay = new AsyncLocalStorage<UnderWay>()

export type AuthOptions = { pool: pg.Pool; secret: string; publicUrl: string }
export type Auth = ReturnType<typeof authOn>

export const isSecure = ({ publicUrl }: { publicUrl: string }): boolean => publicUrl.startsWith('https:')

/** better-auth on our tables, in our names. */
export function authOn(options: AuthOptions) {
  return betterAuth({
    appName: 'Crossmatch',
    baseURL: options.publicUrl,
    secret: options.secret,
    database: options.pool,
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix,
      useSecureCookies: isSecure(options),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: shortestPassword,
      maxPasswordLength: 200,
      password: {
        hash: async (password) => underWay.getStore()?.hash ?? hashPassword(password),
        async verify({ hash, password }) {
          if (!(await isPassword(hash, password))) return false
          if (isOfBefore(hash)) await hashStore(options.pool).replace(hash, await hashPassword(password))
          return true
        },
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
    plugins: [secondFactor],
  })
}

/** Wrong, or of a form the library does not take, as opposed to a failure of ours. */
export const isRefused = (error: unknown): boolean =>
  [400, 401].includes((error as { statusCode?: number }).statusCode ?? 0)

/** Each wrong code counts for the account: after ten in a row the library takes none for a quarter of an hour. */
const secondFactor = twoFactor({
  backupCodeOptions: { amount: backupCodeCount, storeBackupCodes: 'encrypted' },
  accountLockout: { maxFailedAttempts: 10, durationSeconds: 900 },
  schema: {
    user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
    twoFactor: {
      modelName: 'second_factors',
      fields: {
        userId: 'account_id',
        backupCodes: 'backup_codes',
        failedVerificationCount: 'failed_verification_count',
        lockedUntil: 'locked_until',
      },
    },
  },
})

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
