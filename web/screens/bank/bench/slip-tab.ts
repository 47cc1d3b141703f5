const addressOf = (slip: string): string => `/api/slips/${encodeURIComponent(slip)}`

/** Opened with the press: a tab that opens after an answer is one that browsers keep away. */
export const slipTab = (): Window | null => window.open('', '_blank')

export function openSlip(slip: string, tab: Window | null = slipTab()): void {
  if (tab) tab.location.href = addressOf(slip)
}
