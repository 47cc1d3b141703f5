/** With the first picture, not with the start: its library takes fifteen megabytes. */
export const loadSharp = async () => (await import('sharp')).default
