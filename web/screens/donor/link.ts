import { type Language, languageIn } from '#domain/donors/languages.ts'

/** What the address of the page says. */
export type DonorLink = {
  readonly bankId: string
  /** A shared device: it keeps nothing, and returns to an empty form. */
  readonly isKiosk: boolean
  /** Null if the link leaves it open. */
  readonly language: Language | null
}

/** A language that nobody wrote is English (ruling AMB-135). */
export function linkIn({ search }: { search: string }): DonorLink {
  const query = new URLSearchParams(search)
  return {
    bankId: query.get('bloodbankId')?.trim() ?? '',
    isKiosk: query.get('kiosk') === '1',
    language: query.has('language') ? languageIn(query.get('language')) : null,
  }
}

export type DonorPath = '/consent' | '/terms' | '/privacy'

export function pathIn({ pathname }: { pathname: string }): DonorPath {
  const path = pathname.replace(/\/$/, '')
  return path === '/terms' || path === '/privacy' ? path : '/consent'
}

/** The same link on another page, in the language that is on. */
export function addressOf(path: DonorPath, link: DonorLink, language: Language): string {
  const query = new URLSearchParams({
    ...(link.bankId ? { bloodbankId: link.bankId } : {}),
    ...(link.isKiosk ? { kiosk: '1' } : {}),
    ...(language === 'en' ? {} : { language }),
  })
  return query.size > 0 ? `${path}?${query}` : path
}
