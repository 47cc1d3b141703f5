import { createHmac, randomUUID } from 'node:crypto'
import type { readCode } from '#domain/people/second-factor.ts'
import { tokenIn } from '../http/cookies.ts'
import { type Auth, isRefused } from './auth.ts'

type Code = NonNullable<ReturnType<typeof readCode>>

/** Codes of an authenticator app, and backup codes. The library keeps both encrypted and says whether one is right. */
export type SecondFactor = {
  /** Of the cookies of a sign-in those that lead to its second step. */
  stepCookies(cookies: readonly string[]): Promise<string[]>
  /** Whose second step it is; null if there is none, or its ten minutes are over. */
  accountAtStep(cookies: string | null): Promise<string | null>
  /** The cookies of the new session. The step is over after five wrong codes. */
  finishStep(code: Code, headers: Headers): Promise<string[] | 'wrong' | 'over'>
  /** A new key that counts once it is confirmed; null if the password is not the account's. */
  begin(accountId: string, password: string): Promise<{ address: string; key: string } | null>
  /** From now on a code is asked for at sign-in; false if this one is wrong. */
  confirm(accountId: string, code: string): Promise<boolean>
  /** Spends it, if it is a backup code. */
  isRight(accountId: string, code: Code): Promise<boolean>
  backupCodes(accountId: string): Promise<string[]>
}

export function secondFactorOf(auth: Auth): SecondFactor {
  const nameOfStep = async () => (await auth.$context).createAuthCookie('two_factor').name

  const verify = ({ kind, code }: Code, headers: Headers) =>
    kind === 'app'
      ? auth.api.verifyTOTP({ body: { code }, headers, returnHeaders: true })
      : auth.api.verifyBackupCode({ body: { code }, headers, returnHeaders: true })

  /**
   * The library replaces the session it is called with, and open pages would be signed out by that. So it is given one
   * of its own, whose token nobody learns; what it puts in its place has the same mark.
   */
  async function inOwnSession<Result>(accountId: string, act: (headers: Headers) => Promise<Result>) {
    const { adapter, internalAdapter, authCookies, secret } = await auth.$context
    const userAgent = `within ${randomUUID()}`
    const { token } = await internalAdapter.createSession(accountId, false, { userAgent })
    const signature = createHmac('sha256', secret).update(token).digest('base64')
    const value = encodeURIComponent(`${token}.${signature}`)
    try {
      return await act(new Headers({ cookie: `${authCookies.sessionToken.name}=${value}` }))
    } finally {
      const where = [
        { field: 'userId', value: accountId },
        { field: 'userAgent', value: userAgent },
      ]
      await adapter.deleteMany({ model: 'session', where })
    }
  }

  const isRight = (accountId: string, code: Code) =>
    inOwnSession(accountId, async (headers) => {
      try {
        await verify(code, headers)
        return true
      } catch (error) {
        if (wrongCodes.has(codeOf(error))) return false
        throw error
      }
    })

  return {
    async stepCookies(cookies) {
      const name = await nameOfStep()
      return cookies.filter((cookie) => cookie.startsWith(`${name}=`))
    },
    async accountAtStep(cookies) {
      const { internalAdapter, secret } = await auth.$context
      const step = tokenIn(cookies ?? undefined, await nameOfStep(), secret)
      if (!step) return null
      const found = await internalAdapter.findVerificationValue(step)
      return found && found.expiresAt > new Date() ? found.value : null
    },
    async finishStep(code, headers) {
      const name = await nameOfStep()
      const own = new Headers(headers)
      // alone: with a session beside it the library would check the code of that account
      own.set(
        'cookie',
        headers
          .get('cookie')
          ?.split(/;\s*/)
          .find((pair) => pair.startsWith(`${name}=`)) ?? '',
      )
      try {
        return (await verify(code, own)).headers.getSetCookie()
      } catch (error) {
        if (wrongCodes.has(codeOf(error))) return 'wrong'
        if (isRefused(error) || codeOf(error) === 'ACCOUNT_TEMPORARILY_LOCKED') return 'over'
        throw error
      }
    },
    begin: (accountId, password) =>
      inOwnSession(accountId, async (headers) => {
        try {
          const made = await auth.api.enableTwoFactor({ body: { password, method: 'totp' }, headers })
          const address = 'totpURI' in made ? made.totpURI : ''
          return { address, key: new URL(address).searchParams.get('secret') ?? '' }
        } catch (error) {
          if (codeOf(error) === 'INVALID_PASSWORD') return null
          throw error
        }
      }),
    confirm: (accountId, code) => isRight(accountId, { kind: 'app', code }),
    isRight,
    async backupCodes(accountId) {
      return (await auth.api.viewBackupCodes({ body: { userId: accountId } })).backupCodes
    },
  }
}

/** A backup code that two spend at once is right for one of them: the library then answers with the status alone. */
const wrongCodes = new Set(['INVALID_CODE', 'INVALID_BACKUP_CODE', 'CONFLICT'])

function codeOf(error: unknown): string {
  const { body, status } = error as { body?: { code?: string }; status?: string }
  return body?.code ?? String(status)
}
