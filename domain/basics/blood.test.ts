import { describe, expect, test } from 'vitest'
import { BloodGroup, bloodGroups, componentCodes, componentName, groupName } from './blood.ts'

describe('blood', () => {
  test('DATA-14 the eight groups are shown as words, in the order of the specification', () => {
    expect(bloodGroups.map((group) => [group, groupName(group)])).toEqual([
      ['A+', 'A POS'],
      ['A-', 'A NEG'],
      ['B+', 'B POS'],
      ['B-', 'B NEG'],
      ['O+', 'O POS'],
      ['O-', 'O NEG'],
      ['AB+', 'AB POS'],
      ['AB-', 'AB NEG'],
    ])
  })

  test.each(['A POS', 'a+', 'C+', 'AB', ''])('DATA-14 %j is not a stored group', (group) => {
    expect(BloodGroup.safeParse(group).success).toBe(false)
  })

  test('DATA-15 the four components and their codes', () => {
    expect(Object.fromEntries(componentCodes.map((code) => [code, componentName(code)]))).toEqual({
      PRBC: 'Packed Red Blood Cells',
      FFP: 'Fresh Frozen Plasma',
      RDP: 'Random Donor Platelets',
      SDP: 'Single Donor Platelets',
    })
  })
})
