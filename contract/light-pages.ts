/**
 * Pages that are not the dashboard's: small enough for a cheap phone, each with a document and a build of its own.
 * Every other path is the dashboard's.
 */
export const lightPages = [
  { document: 'consent.html', paths: /^\/(consent|terms|privacy)\/?(?=\?|$)/ },
  // a driver's account is kept like everybody's
  { document: 'driver.html', paths: /^\/driver(?!\/account\/?(?=\?|$))(?=[/?]|$)/ },
  { document: 'verify.html', paths: /^\/verify\/?(?=\?|$)/ },
] as const

/** The document that the server answers with for this address. */
export const documentFor = (address: string): string =>
  lightPages.find(({ paths }) => paths.test(address))?.document ?? 'index.html'
