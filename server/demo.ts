export const demoAccounts: never[] = []
export async function fillDemo(_url: string, _say: (line: string) => void): Promise<void> {}
export const demoLines = (): string => ''
