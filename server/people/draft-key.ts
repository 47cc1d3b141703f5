import { hkdfSync } from 'node:crypto'

/**
 * What an account's pages seal a begun request with (decision 44). Worked out anew each time, and kept nowhere: with
 * another secret, or for another account, it is another key.
 */
export const draftKeyOf = (secret: string, accountId: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', `draft of ${accountId}`, 32)).toString('base64')
