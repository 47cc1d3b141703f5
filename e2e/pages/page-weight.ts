import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const built = join(import.meta.dirname, '..', '..', 'dist', 'web')

/** What a page's scripts load, at once or later, by name. */
export const scriptsOf = (page: string): Set<string> => scriptsNamed(page, /["'`(/]([\w-]+\.js)(?=["'`)])/g)

/** What a page has to load before it can be used. */
export const firstScriptsOf = (page: string): Set<string> =>
  scriptsNamed(page, /(?:src="\/assets|(?:from|import)\s*["'`]\.)\/([\w-]+\.js)["'`]/g)

function scriptsNamed(page: string, naming: RegExp): Set<string> {
  const found = new Set<string>()
  const visit = (text: string) => {
    for (const [, name = ''] of text.matchAll(naming)) {
      if (found.has(name) || outside.has(name)) continue
      found.add(name)
      visit(readFileSync(join(built, 'assets', name), 'utf8'))
    }
  }
  visit(readFileSync(join(built, page), 'utf8'))
  return found
}

/** Not among the files of a build that are named by what is in them. */
const outside = new Set(['scheme.js', 'driver-worker.js', 'verify-worker.js', 'dashboard-worker.js'])

/** Gzipped, in KB. */
export function weightOf(scripts: readonly string[]): number {
  const weights = scripts.map((name) => readFileSync(join(built, 'assets', `${name}.gz`)).length)
  return Math.round(weights.reduce((sum, bytes) => sum + bytes, 0) / 102.4) / 10
}
