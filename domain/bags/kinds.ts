import { z } from 'zod'
import { type BloodGroup, bloodGroups, componentCodes, componentName, groupName } from '../basics/blood.ts'

/** Ruling AMB-224: Bombay groups lie on the shelf; nobody can order them by §3.4's list. */
const bombayGroups = ['Oh+', 'Oh-'] as const
export const Bombay = z.enum(bombayGroups)
export type Bombay = z.infer<typeof Bombay>
export const shelfGroups = [...bloodGroups, ...bombayGroups] as const
export const ShelfGroup = z.enum(shelfGroups)
export type ShelfGroup = z.infer<typeof ShelfGroup>

export const isOrderable = (group: ShelfGroup): group is BloodGroup => group !== 'Oh+' && group !== 'Oh-'
export const bombayAmong = (group: ShelfGroup): Bombay | null => (isOrderable(group) ? null : group)

/** What a list of §3.4 says of it: cells of a Bombay patient look like O to whoever tests for A and B alone. */
export function groupInLists(group: ShelfGroup): BloodGroup {
  if (isOrderable(group)) return group
  return group === 'Oh+' ? 'O+' : 'O-'
}

export function shelfGroupName(group: ShelfGroup): string {
  if (isOrderable(group)) return groupName(group)
  return group === 'Oh+' ? 'Oh (Bombay) POS' : 'Oh (Bombay) NEG'
}

export type AskedGroup = { readonly bloodGroup: BloodGroup; readonly bombay?: Bombay | null }

/** Of a request in a list; of a Bombay patient that they are one, beside what it asks for (ruling AMB-406). */
export const askedGroupText = ({ bloodGroup, bombay }: AskedGroup): string =>
  bombay ? `${groupName(bloodGroup)}, patient is ${shelfGroupName(bombay)}` : groupName(bloodGroup)

/** As fingers type it, `o+` or `O POS`; null: no group. */
export const typedGroup = (typed: string): ShelfGroup | null => {
  const text = typed.trim().replace(/\s+/g, '').toUpperCase()
  const sign = text.replace(/(POS|NEG)$/, (word) => (word === 'POS' ? '+' : '-'))
  return shelfGroups.find((group) => group.toUpperCase() === sign) ?? null
}

/** Ruling AMB-224: whole blood and cryoprecipitate lie on the shelf too. */
export const shelfComponents = [...componentCodes, 'WB', 'CRYO'] as const
export const ShelfComponent = z.enum(shelfComponents)
export type ShelfComponent = z.infer<typeof ShelfComponent>

export function shelfComponentName(component: ShelfComponent): string {
  if (component === 'WB') return 'Whole Blood'
  return component === 'CRYO' ? 'Cryoprecipitate' : componentName(component)
}

/** Whose antigens the patient's blood attacks: these are cross-matched. */
export const hasRedCells = (component: ShelfComponent): boolean => component === 'PRBC' || component === 'WB'

/** What was done to a bag, or is known of it, that some patients need. */
export const bagAttributes = ['leucoreduced', 'irradiated', 'washed', 'cmv-negative', 'low-titre'] as const
export const BagAttribute = z.enum(bagAttributes)
export type BagAttribute = z.infer<typeof BagAttribute>

export type AboGroup = 'O' | 'A' | 'B' | 'AB' | 'Oh'
export const aboOf = (group: ShelfGroup): AboGroup => abo[group]
export const isRhPositive = (group: ShelfGroup): boolean => group.endsWith('+')

const abo: Record<ShelfGroup, AboGroup> = {
  'A+': 'A',
  'A-': 'A',
  'B+': 'B',
  'B-': 'B',
  'O+': 'O',
  'O-': 'O',
  'AB+': 'AB',
  'AB-': 'AB',
  'Oh+': 'Oh',
  'Oh-': 'Oh',
}
