import { shelfGroupName, shelfGroups } from '#domain/bags/kinds.ts'

export const groupOptions = shelfGroups.map((value) => ({ value, label: shelfGroupName(value) }))
