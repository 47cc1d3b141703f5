/** Which line of a bank's sheet tells what when it is entered afterwards: nothing is asked that has no line (ruling AMB-420). */

/** What is printed, and the fields that it tells: `issue.` of the bank's entry, `carry.` of the provider's. */
export type SheetLine = readonly [line: string, ...tells: string[]]

/** Both halves say which order it is. */
const ofOrder: readonly SheetLine[] = [
  ['Order or paper of the hospital', 'issue.id'],
  ['Patient ID and initials', 'issue.id'],
  ['Hospital', 'issue.id'],
  ['Delivery: first, second', 'issue.seq'],
]

/** One more than a delivery takes: one that is incompatible stays. */
const bag: SheetLine = [
  'Bag number, part and result',
  ...['issue.bags.number', 'issue.bags.division', 'issue.bags.match.result'],
]

export const sheetLines: Record<'match' | 'issue', readonly SheetLine[]> = {
  match: [
    ...ofOrder,
    ['Component and units', 'issue.id'],
    ['Name on the tube', 'issue.sample.labelName'],
    ['Patient ID on the tube', 'issue.sample.labelPatientId'],
    ['Sample taken, time', 'issue.sample.takenAt'],
    ['Taken by', 'issue.sample.takenBy'],
    ['Sample received, time', 'issue.sample.receivedAt'],
    ['Group found', 'issue.sample.groupFound'],
    ['Antibody screen', 'issue.sample.antibodyScreen'],
    ['Transfused or pregnant in 3 months', 'issue.sample.recent'],
    ...[bag, bag, bag, bag],
    ['Method', 'issue.bags.match.method'],
    ['Done, time', 'issue.matchedAt'],
    ['Done by', 'issue.matchedBy'],
  ],
  issue: [
    ...ofOrder,
    // that it stands here says that it left, whatever was found of it
    ['Bag numbers and parts', 'issue.bags.number', 'issue.bags.division', 'issue.bags.isSure'],
    ['Each looked at: colour, clots, leaks', 'issue.bags.isInspected'],
    ['Issued, time', 'issue.issuedAt', 'carry.steps.doneAt'],
    ['Temperature, °C', 'carry.steps.temperature'],
    ['Issued by', 'issue.issuedBy'],
    ['Checked by', 'issue.checkedBy'],
    ['Emergency: doctor who asked', 'issue.emergency.doctor'],
    ['Emergency: reason', 'issue.emergency.reason'],
    ['Driver', 'carry.link.driverEmail'],
    ['Delivered, time', 'carry.steps.doneAt'],
    ['Temperature, °C', 'carry.steps.temperature'],
    ['Received by', 'carry.steps.receiver'],
  ],
}
