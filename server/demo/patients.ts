import type { ComponentCode } from '#domain/basics/blood.ts'
import type { Sex } from '#domain/basics/person.ts'
import type { Dice } from './makers/dice.ts'

/** Nobody real: names as they stand on a ward's board in Tamil Nadu. */
const given: Record<'Male' | 'Female', string[]> = {
  Male: [
    'Arumugam',
    'Balaji',
    'Dinesh',
    'Elango',
    'Ganesan',
    'Hariharan',
    'Ilaiyaraja',
    'Jayakumar',
    'Kathiravan',
    'Kumaravel',
    'Manikandan',
    'Muthukumar',
    'Naveen',
    'Palanisamy',
    'Prabhakaran',
    'Rajendran',
    'Sakthivel',
    'Senthil',
    'Sivakumar',
    'Thangavel',
    'Velmurugan',
    'Vignesh',
    'Yuvaraj',
    'Abdul',
    'Imran',
    'Mohammed',
    'Sadiq',
    'Antony',
    'Francis',
    'Xavier',
  ],
  Female: [
    'Abirami',
    'Bhavani',
    'Chitra',
    'Deepa',
    'Eswari',
    'Gayathri',
    'Hema',
    'Indumathi',
    'Jayanthi',
    'Kalaivani',
    'Kavitha',
    'Lalitha',
    'Malliga',
    'Meenakshi',
    'Nandhini',
    'Padmavathi',
    'Poongodi',
    'Revathi',
    'Sangeetha',
    'Selvi',
    'Sumathi',
    'Tamilselvi',
    'Usha',
    'Vasantha',
    'Yamuna',
    'Ayesha',
    'Fathima',
    'Noorjahan',
    'Arokia Mary',
    'Jenifer',
  ],
}

const family = [
  'Anbalagan',
  'Arunachalam',
  'Chandrasekaran',
  'Durairaj',
  'Govindaraj',
  'Gurusamy',
  'Kandasamy',
  'Krishnamoorthy',
  'Loganathan',
  'Mariappan',
  'Murugesan',
  'Natarajan',
  'Pandian',
  'Perumal',
  'Ramalingam',
  'Ramasamy',
  'Selvaraj',
  'Shanmugam',
  'Subramaniam',
  'Sundaram',
  'Thirunavukkarasu',
  'Vaidyanathan',
  'Venkatesan',
  'Rahman',
  'Hussain',
  'Arockiaraj',
  'Fernando',
]

const reasons: Record<ComponentCode, string[]> = {
  PRBC: [
    'Post-operative anaemia',
    'Upper GI bleed',
    'Road traffic accident',
    'Thalassaemia major, monthly transfusion',
    'Chronic kidney disease, Hb 6.1',
    'Hip replacement',
    'Aplastic anaemia',
    'Burns, 30 %',
    'CABG',
  ],
  FFP: [
    'DIC after sepsis',
    'Liver cirrhosis, INR 2.9',
    'Warfarin overdose',
    'Snake bite, coagulopathy',
    'Plasma exchange',
    'Planned liver resection',
  ],
  RDP: ['Chemotherapy support', 'Dengue, platelets 18,000', 'ITP, bleeding gums', 'Acute leukaemia'],
  SDP: ['Dengue, platelets 12,000', 'Acute leukaemia, induction', 'Bone marrow transplant', 'Dengue shock'],
}

const reasonsOfMothers = [
  'Post-partum haemorrhage',
  'Ectopic pregnancy, ruptured',
  'Caesarean section, placenta praevia',
]

export function aPatient(dice: Dice, component: ComponentCode) {
  const sex: Sex = dice.chance(0.52) ? 'Female' : 'Male'
  const isMother = sex === 'Female' && component === 'PRBC' && dice.chance(0.3)
  // babies and the very old are patients too, but most are neither
  const age = dice.chance(0.06) ? dice.between(0, 12) : dice.between(17, 84)
  return {
    patientName: aName(dice, sex),
    sex,
    age: isMother ? dice.between(19, 41) : age,
    reason: dice.pick(isMother ? reasonsOfMothers : reasons[component]),
  }
}

export const aName = (dice: Dice, sex: keyof typeof given): string =>
  `${dice.pick(given[sex])} ${dice.pick(family)}`

/** About as often as in South India. */
const groups = {
  'O+': 37,
  'B+': 31,
  'A+': 19,
  'AB+': 6,
  'O-': 3,
  'B-': 2,
  'A-': 1,
  'AB-': 1,
} as const

export const aBloodGroup = (dice: Dice) => dice.pick(groupUrn)
const groupUrn = Object.entries(groups).flatMap(([group, share]) =>
  Array.from({ length: share }, () => group as keyof typeof groups),
)

export const aComponent = (dice: Dice): ComponentCode =>
  dice.pick(['PRBC', 'PRBC', 'PRBC', 'PRBC', 'PRBC', 'FFP', 'FFP', 'RDP', 'RDP', 'SDP'])
