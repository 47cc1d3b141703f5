import type { Answered } from './asking.ts'

/** What a scanner that only listens would say of an answer. */
export type Heard = Answered & {
  path: string
  /** A file that somebody gets, where it was asked for. */
  isFile: boolean
  /** With an address of our own: pages, styles, scripts. */
  isPage: boolean
  /** Its address begins with https. */
  isSecure: boolean
}
type Rule = (heard: Heard, header: (name: string) => string) => boolean

/** All but the page that describes the calls. */
const isApi = ({ path }: Heard): boolean => /^\/(api|fhir)\//.test(path) && path !== '/api/docs'
const isHtml = (type: string): boolean => type.startsWith('text/html')
const cookiesOf = ({ headers }: Heard): string[] =>
  [headers['set-cookie'] ?? []].flat().map((cookie) => String(cookie).toLowerCase())
const inPolicy = (header: (name: string) => string, part: RegExp): boolean =>
  part.test(header('content-security-policy'))

/** Each must hold of every answer. */
export const rules: Record<string, Rule> = {
  'no sniffing of types': (_, header) => header('x-content-type-options') === 'nosniff',
  'a content policy': (_, header) => header('content-security-policy') !== '',
  'scripts of our own only': (_, header) => inPolicy(header, /(script-src|default-src) ('self'|'none')/),
  'no scripts in the page': (_, header) => !inPolicy(header, /script-src[^;]*'unsafe-inline'/),
  'no eval': (_, header) => !inPolicy(header, /'unsafe-eval'/),
  'no plugins': (_, header) => inPolicy(header, /object-src 'none'|default-src 'none'/),
  'no other base': (_, header) => inPolicy(header, /base-uri '(none|self)'/),
  'in no frame': (_, header) => inPolicy(header, /frame-ancestors 'none'/),
  'forms go home': (_, header) => inPolicy(header, /form-action '(self|none)'/),
  'no referrer': (_, header) => header('referrer-policy') === 'no-referrer',
  'its own window': (_, header) => header('cross-origin-opener-policy') === 'same-origin',
  'its own resources': (_, header) => header('cross-origin-resource-policy') === 'same-origin',
  'no features': (_, header) => header('permissions-policy').includes('geolocation=()'),
  'https from now on': ({ isSecure }, header) =>
    !isSecure || /max-age=\d{7,}/.test(header('strict-transport-security')),
  'nobody else may read': (_, header) => header('access-control-allow-origin') === '',
  'the server has no name': (_, header) => header('server') === '' && header('x-powered-by') === '',
  'calls are not stored': (heard, header) => !isApi(heard) || header('cache-control').includes('no-store'),
  'a type': ({ status, text }, header) => status === 204 || text === '' || header('content-type') !== '',
  'a charset': (_, header) =>
    !/^(text\/|application\/(fhir\+)?json)/.test(header('content-type')) ||
    /charset=utf-8/i.test(header('content-type')),
  'a file is handed out': ({ isFile, status }, header) =>
    !isFile || status >= 300 || header('content-disposition').startsWith('attachment'),
  'calls answer no page': (heard, header) => !isApi(heard) || !isHtml(header('content-type')),
  'cookies are out of scripts': (heard) => cookiesOf(heard).every((cookie) => cookie.includes('httponly')),
  'cookies by https alone': (heard) =>
    !heard.isSecure || cookiesOf(heard).every((cookie) => cookie.includes('secure')),
  'cookies stay at home': (heard) => cookiesOf(heard).every((cookie) => /samesite=(lax|strict)/.test(cookie)),
  'nothing of the inside': ({ text, isPage }) =>
    isPage || !/node_modules|\bat .+\.(ts|js):\d|syntax error at or near|ECONNREFUSED/.test(text),
}

export function findingsIn(heard: Heard): string[] {
  const header = (name: string) => String(heard.headers[name] ?? '')
  return Object.entries(rules).flatMap(([name, holds]) => (holds(heard, header) ? [] : [name]))
}
