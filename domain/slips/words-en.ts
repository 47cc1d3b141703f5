import type { SlipWords } from './words.ts'

export const slipWordsEn: SlipWords = {
  language: 'Language',
  title: 'Check a slip',
  checking: 'Checking',
  verdicts: {
    genuine: { title: 'Genuine', text: 'A blood bank signed this slip, and nothing of it was changed.' },
    'expired-bag': {
      title: 'Expired bag',
      text: 'Do not transfuse the bag in red. The slip itself is genuine.',
    },
    'seen-before': {
      title: 'Seen before',
      text: 'Do not transfuse on this slip. A bag of it was issued for another order since.',
    },
    'set-aside': {
      title: 'Set aside',
      text: 'Do not transfuse on this slip. A bag of it was replaced or called back since, or does not fit any more: call the blood bank.',
    },
    withdrawn: {
      title: 'Key withdrawn on {day}',
      text: 'Do not transfuse on this slip. The key that signed it counts no more.',
    },
    changed: {
      title: 'Changed',
      text: 'Do not transfuse on this slip. What it says is not what a blood bank signed.',
    },
    'unknown-bank': {
      title: 'Unknown blood bank',
      text: 'Do not transfuse on this slip. This phone knows no key for it: find a signal and look once more.',
    },
    'not-ours': { title: 'No slip of ours', text: 'This code is not a slip of a blood bank here.' },
    'no-keys': {
      title: 'Not checked',
      text: 'This phone has no keys of blood banks yet. Find a signal and open the page once more.',
    },
    unable: {
      title: 'Not checked',
      text: 'This browser cannot check a slip here. Open the page with https, or with another browser.',
    },
    'no-slip': {
      title: 'Point the camera at a slip',
      text: 'Open the camera of this phone and point it at the square code on the slip that came with the bags.',
    },
  },
  issued: 'Issued by {bank}, {at}.',
  bags: {
    one: '1 bag.',
    some: '{count} bags.',
    oneAlive: '1 bag, not expired.',
    allAlive: '{count} bags, none expired.',
    slip: 'Slip',
    delivery: 'delivery {seq}',
    until: 'until {day}',
    expired: 'expired {day}',
  },
  emergency: {
    title: 'NOT CROSS-MATCHED',
    text: 'Given before the match was known. Ask the doctor who released it.',
  },
  steps: [
    { title: 'Keep the bags cold and apart.', text: 'Do not send them back yet.' },
    { title: 'Scan once more, in good light.', text: 'A crease or a stain can spoil a code.' },
    {
      title: 'Still the same? Ring the blood bank.',
      text: 'By a number that you know, not one printed on this slip: it may be changed too.',
    },
  ],
  claims: 'It claims to be slip {slip}. Nothing of it is proved, so no bags are shown.',
  patient: {
    title: 'For your patient?',
    label: 'Type the patient ID from the wristband.',
    field: 'Patient ID',
    clear: 'Clear',
    match: {
      title: 'Match',
      text: 'The slip was issued for this patient ID. Now compare the name on the wristband and the number on each bag.',
    },
    noMatch: {
      title: 'No match',
      text: 'The slip was not issued for this patient ID. Do not transfuse. Read the wristband once more.',
    },
  },
  foot: {
    online: 'Checked on this phone with the keys of {at}.',
    offline: 'Checked on this phone, without a signal, with the keys of {at}.',
    stays: 'What you type stays here.',
  },
}
