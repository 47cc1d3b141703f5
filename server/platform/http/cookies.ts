import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The cookie is `token.signature`. The token is looked up; the signature says that this server gave it out, so that
 * whoever reads the database, or an old copy of it, has nobody's session.
 */
export function tokenIn(cookies: string | undefined, name: string, secret: string): string | null {
  const pair = cookies?.split(/;\s*/).find((cookie) => cookie.startsWith(`${name}=`))
  const [token = '', signature = ''] = pair?.slice(name.length + 1).split('.') ?? []
  return isToken.test(token) && isSame(decoded(signature), signatureOf(token, secret)) ? token : null
}

/** What the library draws them from. Anything else is nobody's, and some of it no database can be asked for. */
export const isToken = /^[\w-]{1,200}$/

/** As the library signs. */
export const signatureOf = (token: string, secret: string): string =>
  createHmac('sha256', secret).update(token).digest('base64')

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
