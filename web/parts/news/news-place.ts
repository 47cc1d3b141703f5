import type { NewsItem } from '#contract/news.ts'
import type { Member } from '#domain/people/actor.ts'
import type { ScreenId } from '../../menu.ts'
import { paths } from '../../paths.ts'

/** Where a piece of news leads: a screen with what is asked for there, or a request as it is opened from anywhere. */
export type NewsPlace =
  | { readonly open: string }
  | { readonly to: string; readonly search: Record<string, string> }

export function newsPlace(
  { kind, requestId: id }: Pick<NewsItem, 'kind' | 'requestId'>,
  { product }: Pick<Member, 'product'>,
): NewsPlace {
  const at = (screen: ScreenId, search: Record<string, string> = {}) => ({
    to: paths.screen(product, screen),
    search,
  })
  if (product === 'bloodbank')
    return id === null ? { to: paths.dashboard, search: {} } : at('history', { search: id })
  if (product === 'admin') {
    if (kind === 'camp-asked') return at('updateCompany')
    if (kind === 'stock-forgotten') return at('linkBloodBank')
    if (id === null) return at('status')
    return toLink.includes(kind) ? at('linkBloodBank', { order: id }) : { open: id }
  }
  if (toDecide.includes(kind)) return at('approval', id === null ? {} : { search: id })
  return id === null ? at('requestStatus') : { open: id }
}

/** What waits for a bank and a driver. */
const toLink = ['approve', 'refuse', 'untaken', 'expired']
/** What waits for an approval. */
const toDecide = ['raised', 'amended']
