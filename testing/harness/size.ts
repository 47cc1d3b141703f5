/** The long tier runs the same tests at a size that finds what is rare: `vitest.long.config.ts` sets it, and nobody else. */
export const isLong = process.env.TEST_TIER === 'long'

/** How much of something a test is done with. The files that ask are run in both tiers. */
export const sized = <Amount>(short: Amount, long: Amount): Amount => (isLong ? long : short)
