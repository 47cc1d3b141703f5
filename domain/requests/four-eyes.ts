/** How often it was one person who raised and approved, for whoever chooses whether it may be. */
export function fourEyesText({
  isNeeded,
  approved,
  bySameHands,
}: {
  isNeeded: boolean
  approved: number
  bySameHands: number
}): string {
  const often = `${bySameHands} of ${approved} approved requests of the last 28 days ${
    bySameHands === 1 ? 'was' : 'were'
  } raised and approved by the same person`
  if (approved === 0) return `${isNeeded ? 'On' : 'Off'} now. No request of the last 28 days was approved.`
  return `${isNeeded ? 'On' : 'Off'} now. ${often}${bySameHands === 0 ? '.' : `; ${bySameHands === 1 ? 'it' : 'each'} says so.`}`
}
