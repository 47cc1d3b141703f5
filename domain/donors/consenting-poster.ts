import type { Language } from './languages.ts'

/** The poster at the door of a bank or a camp: how a donor comes to the form. */
export const posterWords: Record<Language, { title: string; how: string; or: string }> = {
  en: {
    title: 'Donate blood',
    how: 'Point the camera of your phone at this code and fill in the donor form before your turn.',
    or: 'Or open this address:',
  },
  ta: {
    title: 'இரத்த தானம் செய்வீர்',
    how: 'உங்கள் கைபேசியின் கேமராவை இந்தக் குறியீட்டின் மேல் காட்டி, உங்கள் முறை வருவதற்கு முன் கொடையாளர் படிவத்தை நிரப்பவும்.',
    or: 'அல்லது இந்த முகவரியைத் திறக்கவும்:',
  },
}
