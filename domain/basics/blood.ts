import { z } from 'zod'

export const bloodGroups = ['A+', 'A-', 'B+', 'B-', 'O+', 'O-', 'AB+', 'AB-'] as const
export const BloodGroup = z.enum(bloodGroups)
export type BloodGroup = z.infer<typeof BloodGroup>

/** §3.4: shown as a word, never as a sign that a tired eye can miss. */
const groupNames: Record<BloodGroup, string> = {
  'A+': 'A POS',
  'A-': 'A NEG',
  'B+': 'B POS',
  'B-': 'B NEG',
  'O+': 'O POS',
  'O-': 'O NEG',
  'AB+': 'AB POS',
  'AB-': 'AB NEG',
}
export const groupName = (group: BloodGroup): string => groupNames[group]

export const componentCodes = ['PRBC', 'FFP', 'RDP', 'SDP'] as const
export const ComponentCode = z.enum(componentCodes)
export type ComponentCode = z.infer<typeof ComponentCode>

/** §3.4. Inside, a component is its code; its full name is what people and documents read (ruling AMB-46). */
const componentNames: Record<ComponentCode, string> = {
  PRBC: 'Packed Red Blood Cells',
  FFP: 'Fresh Frozen Plasma',
  RDP: 'Random Donor Platelets',
  SDP: 'Single Donor Platelets',
}
export const componentName = (code: ComponentCode): string => componentNames[code]
