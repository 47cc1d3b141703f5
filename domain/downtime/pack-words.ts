/** What is printed on the papers of a pack, to be written on by hand (ruling AMB-340). */
import type { PackKind } from './pack.ts'
import { sheetLines } from './sheet-lines.ts'

/** One half of a sheet, or a whole one in two halves: what is written on it while nothing works. */
export type PaperForm = { readonly title: string; readonly fields: readonly string[]; readonly foot: string }

const times = 'Write the day and the time of each thing that is done, as 17-11 14:05.'

/** A sheet of a bank has two halves with one number: the first stays, the second goes with the blood. */
export const packForms: Record<PackKind, readonly PaperForm[]> = {
  hospital: [
    {
      title: 'Request for blood',
      fields: [
        ...['Raised, day and time', 'By', 'Approved, day and time', 'By', 'Patient name', 'Patient ID'],
        ...['Age and gender', 'Blood group', 'Component', 'Units', 'Immediate or reserved for hours'],
        ...['Sample pickup', 'Deliver by', 'Reason', 'Told to the provider by phone, time and whom'],
      ],
      foot: times,
    },
  ],
  bank: [
    {
      title: 'Cross-match',
      fields: sheetLines.match.map(([line]) => line),
      foot: `Stays at the bank. ${times}`,
    },
    {
      title: 'Issue',
      fields: sheetLines.issue.map(([line]) => line),
      foot: `Goes with the blood. ${times}`,
    },
  ],
  provider: [
    {
      title: 'Order on paper',
      fields: [
        ...['Order or paper of the hospital', 'Hospital', 'Blood', 'Blood bank', 'Driver and phone'],
        ...['Linked, time', 'Sample acquired, time', 'Cross matching, time', 'Issued, time and °C'],
        ...['Delivered, time and °C', 'Received by', 'Second delivery: issued, time and °C'],
        ...['Second delivery: delivered, time and °C', 'Received by'],
      ],
      foot: times,
    },
  ],
}
