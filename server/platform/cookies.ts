/** The cookie is `token.signature`. The token alone is 32 random characters and is looked up; that is the proof. */
export function tokenIn(cookies: string | undefined, name: string): string | null {
  const pair = cookies?.split(/;\s*/).find((cookie) => cookie.startsWith(`${name}=`))
  const token = pair?.slice(name.length + 1).split('.')[0] ?? ''
  return isToken.test(token) ? token : null
}

/** What the library draws them from. Anything else is nobody's, and some of it no database can be asked for. */
export const isToken = /^[\w-]{1,200}$/
