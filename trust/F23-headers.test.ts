import { people } from '#contract/people.ts'
import { emailOf, thePassword } from '#testing/makers/makers.ts'
import type { Sent } from './access/asking.ts'
import { aHouse } from './access/house.ts'
import { tellFault } from './access/judging.ts'
import { findingsIn, type Heard, rules } from './access/passive.ts'
import { askRightly, isSlow, type Pair, pairs } from './access/ways.ts'
import { crews } from './crews.ts'
import { figure } from './figure.ts'

const pages = [
  ...new Set(crews.flatMap(({ paths: own }) => own.map((path) => path.replace(/#.*/, '')))),
  ...['/nowhere', '/api/nowhere', '/api/docs', '/api/openapi.json', '/robots.txt', '/healthz', '/readyz'],
  ...['/assets/nothing.js', '/%ff', '/..%2f'],
]
const signIn: Sent = {
  method: people.signIn.method,
  path: people.signIn.path,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: emailOf('firm_pilot'), password: thePassword }),
}
/** What is refused, each in its own way. */
const refused: Sent[] = [
  { method: 'POST', path: '/api/requests', body: '{', headers: { 'content-type': 'application/json' } },
  { method: 'POST', path: '/api/requests', body: 'x', headers: { 'content-type': 'text/plain' } },
  { method: 'PUT', path: '/api/requests', body: '{}', headers: { origin: 'https://evil.test' } },
  { method: 'DELETE', path: '/api/session' },
  { method: 'GET', path: '/api/requests?limit=100000' },
  { method: 'GET', path: '/api/requests/ffffffff' },
  { method: 'PATCH', path: '/api/requests' },
]

figure<{ pairs: readonly Pair[] }>({
  id: 'F23',
  promise: 'findings of a scanner that listens',
  target: `${Object.keys(rules).length} rules on the answers of every route, every page and every kind of refusal: no finding`,
  small: { pairs: pairs.filter((_, at) => at % 20 === 0).filter((pair) => !isSlow(pair)) },
  full: { parts: 1, size: { pairs }, minutes: 5 },
  async part(size) {
    const seen = { answers: 0, cookies: 0, findings: 0 }
    const judge = (heard: Heard) => {
      seen.answers++
      if (heard.headers['set-cookie']) seen.cookies++
      const findings = findingsIn(heard)
      seen.findings += findings.length
      if (findings.length > 0) tellFault(`${heard.path} answered ${heard.status}`, findings.join(', '))
    }
    const plain = { isFile: false, isPage: false, isSecure: false }
    const house = await aHouse(23)
    for (const pair of size.pairs) {
      const { sent, answer } = await askRightly(house, pair)
      judge({ ...answer, ...plain, path: sent.path, isFile: pair.row.givesFile === true })
      await house.forgetLimits()
    }
    for (const sent of refused) judge({ ...(await house.ask('firm_pilot', sent)), ...plain, path: sent.path })
    await house.close()
    const secure = await aHouse(24, { PUBLIC_URL: 'https://crossmatch.test' })
    for (const path of pages) {
      const answer = await secure.ask(null, { method: 'GET', path })
      judge({ ...answer, path, isFile: false, isPage: true, isSecure: true })
    }
    for (const sent of [signIn, ...refused])
      judge({ ...(await secure.ask(null, sent)), ...plain, path: sent.path, isSecure: true })
    await secure.close()
    return seen
  },
  whyMissed: ({ findings, cookies }) =>
    findings ? `${findings} findings` : cookies ? null : 'no cookie was looked at',
  say: ({ answers }) => `${answers} answers, ${Object.keys(rules).length} rules, no finding`,
})
