/** The tables of docs/trust.md, as texts. */

export type Row = {
  id: string
  promise: string
  target: string
  seen: string
  isMet: boolean
}

export const rowOf = ({ id, promise, target, seen, isMet }: Row, when: string): string =>
  `| ${id} | ${promise} | ${target} | ${isMet ? '' : '**missed**: '}${seen} | ${when} |`

const lineOf = (id: string) => new RegExp(`^\\| ${id} \\|.*$`, 'm')

export function withRow(text: string, id: string, row: string): string {
  if (!lineOf(id).test(text)) throw new Error(`docs/trust.md has no row ${id}`)
  return withTotal(text.replace(lineOf(id), () => row))
}

export const isMissedIn = (text: string, id: string): boolean =>
  lineOf(id).exec(text)?.[0].includes('**missed**') === true

/** A run that ended before it could say what it saw. What is promised stays as it stood. */
export function withoutCount(text: string, id: string, why: string, when: string): string {
  const cells = (lineOf(id).exec(text)?.[0] ?? '').split('|').map((cell) => cell.trim())
  const [, , promise = '', target = ''] = cells
  const seen = `not counted, ${why.replaceAll('|', '/').replaceAll(/\s+/g, ' ').trim()}`
  return withRow(text, id, rowOf({ id, promise, target, seen, isMet: false }, when))
}

const notSeen = / \*\*Not seen here\*\*, because [^|]*(?= \|$)/m

/** Beside a fault whose test cannot be made on this machine; null: it can, and nothing is said. */
export function withNotSeen(text: string, id: string, why: string | null): string {
  const said = why === null ? '' : ` **Not seen here**, because ${why}`
  return text.replace(lineOf(id), (line) => line.replace(notSeen, '').replace(/ \|$/, () => `${said} |`))
}

const total = /^Together: .*\n\n?/m

/** Under the figures: what a run of all of them takes, as far as their rows tell. */
function withTotal(text: string): string {
  const rows = [...text.matchAll(/^\| (F\d\d) \|.*\|([^|]*)\|$/gm)]
  const last = rows.at(-1)
  if (!last) return text
  const took = rows.map(([, id = '', when = '']) => ({ id, minutes: /(\d+) min\b/.exec(when)?.[1] }))
  const silent = took.filter(({ minutes }) => minutes === undefined).map(({ id }) => id)
  const sum = took.reduce((all, { minutes = 0 }) => all + Number(minutes), 0)
  const others = silent.length === 0 ? '' : `; ${silent.join(', ')} tell no minutes`
  const line = `Together: ${sum} minutes in ${rows.length - silent.length} of ${rows.length} rows${others}.`
  const bare = text.replace(total, '')
  return bare.replace(lineOf(last[1] ?? ''), (row) => `${row}\n\n${line}`).replace(/\n*$/, '\n')
}

/** Which commits the parts of a figure were seen on, where that is not one and the present one. */
export function otherCommits(seenOn: readonly (string | undefined)[], present: string): string {
  if (seenOn.every((commit) => commit === present)) return ''
  const each = [...new Set(seenOn)].map((commit) => {
    const count = seenOn.filter((one) => one === commit).length
    return `${count} on ${commit ?? 'a commit that nobody kept'}`
  })
  return `; of its parts ${each.join(', ')}`
}
