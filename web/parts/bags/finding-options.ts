/** What can be said of a tube beside its group. */
export const screenOptions = [
  { value: 'not-done', label: 'not done' },
  { value: 'negative', label: 'negative' },
  { value: 'positive', label: 'positive' },
]
export const recentOptions = [
  { value: 'unknown', label: 'not known' },
  { value: 'no', label: 'no' },
  { value: 'yes', label: 'yes' },
]
