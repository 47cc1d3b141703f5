import { downtime } from '#contract/downtime.ts'
import type { late } from '#contract/late.ts'
import type { InputOf } from '#contract/route.ts'
import { earlier, hours, minutes } from '#domain/basics/time.ts'
import type { Client } from '../harness/client.ts'
import { readPdf } from '../harness/pdf-text.ts'

/** Those that are printed in a new pack, as whoever holds it reads them. */
export async function printedPapers(client: Client): Promise<string[]> {
  const { id } = await client.done(downtime.make, {})
  const { bytes } = await client.raw('GET', `/api/downtime/packs/${id}/file`)
  const { text } = await readPdf(bytes)
  return [...new Set(text.match(/P-(?:[A-Z0-9]+-)?\d{6}/g))]
}

export type PaperIssue = InputOf<typeof late.issue>

/** A bag as a bank's paper has it: matched, looked at, gone. */
export const onSheet = ({ number }: { number: string }): PaperIssue['bags'][number] => ({
  ...{ number, match: { method: 'gel', result: 'compatible' }, isInspected: true },
})

/** The tube of the patient that `aRequest` makes, as the paper has it. */
export const tubeOnSheet = (issuedAt: Date): NonNullable<PaperIssue['sample']> => ({
  ...{ labelName: 'Karthik Subramanian', labelPatientId: 'FH-118160', groupFound: 'O+' },
  ...{ takenAt: earlier(issuedAt, minutes(95)), receivedAt: earlier(issuedAt, minutes(45)) },
})

/** Both halves of a sheet that nothing speaks against. */
export const aSheet = (
  order: { id: string; paperNumber: string; issuedAt: Date },
  left: readonly { number: string }[],
  change: Partial<PaperIssue> = {},
): PaperIssue => ({
  ...{ ...order, seq: 1, emergency: null, sample: tubeOnSheet(order.issuedAt), bags: left.map(onSheet) },
  ...{ matchedAt: earlier(order.issuedAt, hours(0.25)), matchedBy: 'R. Devi', issuedBy: 'S. Meena' },
  ...change,
})
