import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

const told: string[] = []

/** A line of the table, on the terminal and for `results.md`. */
export function tell(line: string): void {
  told.push(line)
  console.log(line)
}

/** What was told, with the kind of machine that it was measured on. */
export function keepResults(): void {
  const [processor] = cpus()
  const kind = [
    `${cpus().length} processors${processor?.model && processor.model !== 'unknown' ? ` (${processor.model})` : ` (${process.arch})`}`,
    `${Math.round(totalmem() / 2 ** 30)} GiB`,
    `Node ${process.versions.node}`,
    'PostgreSQL as it is embedded, on the same machine as the callers',
  ].join(', ')
  const text = `# What the product makes of a machine\n\nBy \`npm run bench -- --full\`, which writes this file. ${kind}.\n\n\`\`\`\n${told.join('\n')}\n\`\`\`\n`
  writeFileSync(join(import.meta.dirname, 'results.md'), text)
}
