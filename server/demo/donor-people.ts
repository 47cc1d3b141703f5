import type { Sex } from '#domain/basics/person.ts'
import { dayOf, days, earlier, minuteOfDay } from '#domain/basics/time.ts'
import type { Dice } from './makers/dice.ts'
import { aBloodGroup, aName } from './patients.ts'

/** Nobody real, as they write themselves: an initial, then the name. */
const tamil = {
  initials: ['மு.', 'செ.', 'க.', 'ரா.', 'வே.', 'சு.', 'த.', 'பா.', 'அ.'],
  given: {
    Male: ['கார்த்திகேயன்', 'செந்தில்குமார்', 'முருகன்', 'பிரபாகரன்', 'சரவணன்', 'அன்பழகன்', 'இளங்கோ', 'பாலமுருகன்', 'தமிழரசன்'],
    Female: ['கவிதா', 'மீனாட்சி', 'தமிழ்ச்செல்வி', 'பூங்கொடி', 'சுமதி', 'இந்துமதி', 'அபிராமி'],
  },
}

type Town = 'Chennai' | 'Madurai'

const streets = {
  en: [
    'Gandhi Street',
    'Nehru Street',
    'Temple Tank Road',
    'School Street',
    'Third Cross Street',
    'Market Road',
  ],
  ta: ['பாரதியார் சாலை', 'காமராஜர் தெரு', 'அண்ணா தெரு', 'பெருமாள் கோயில் தெரு', 'நேரு வீதி', 'திருவள்ளுவர் தெரு'],
}

const areas: Record<Town, { en: string[]; ta: string[] }> = {
  Chennai: {
    en: [
      'Egmore, Chennai 600008',
      'Ayanavaram, Chennai 600023',
      'Velachery, Chennai 600042',
      'Mylapore, Chennai 600004',
      'Tambaram, Chennai 600045',
      'Perambur, Chennai 600011',
    ],
    ta: [
      'எழும்பூர், சென்னை 600008',
      'அயனாவரம், சென்னை 600023',
      'வேளச்சேரி, சென்னை 600042',
      'மயிலாப்பூர், சென்னை 600004',
      'தாம்பரம், சென்னை 600045',
    ],
  },
  Madurai: {
    en: ['Simmakkal, Madurai 625001', 'Anna Nagar, Madurai 625020', 'Thiruparankundram, Madurai 625005'],
    ta: ['சிம்மக்கல், மதுரை 625001', 'அண்ணா நகர், மதுரை 625020', 'திருப்பரங்குன்றம், மதுரை 625005'],
  },
}

const meals = {
  en: { morning: 'Breakfast, 8:15 am', noon: 'Lunch, 1:00 pm' },
  ta: { morning: 'காலை உணவு, காலை 8:15 மணி', noon: 'மதிய உணவு, மதியம் 1:00 மணி' },
}

/** Somebody who may give blood: grown up, and long enough after the last time. */
export function aDonor(dice: Dice, language: 'en' | 'ta', town: Town, at: Date) {
  const gender: Sex = dice.chance(0.3) ? 'Female' : 'Male'
  const name =
    language === 'ta' ? `${dice.pick(tamil.initials)} ${dice.pick(tamil.given[gender])}` : aName(dice, gender)
  const years = dice.between(19, 56)
  const isFirst = years < 22 || dice.chance(0.4)
  const donations = isFirst ? 0 : dice.between(1, Math.min(years - 20, 9))
  const hasMail = language === 'en' && dice.chance(0.6)
  const number = `${language === 'ta' ? 'எண் ' : ''}${dice.between(2, 148)}`
  return {
    language,
    gender,
    name,
    email: hasMail ? `${name.toLowerCase().replaceAll(' ', '.')}@example.com` : '',
    bloodGroup: aBloodGroup(dice),
    phone: `9${dice.between(100_000_000, 999_999_999)}`,
    address: `${number}, ${dice.pick(streets[language])}, ${dice.pick(areas[town][language])}`,
    bornOn: dayOf(earlier(at, days(years * 366 + dice.between(0, 300)))),
    weightKg: dice.between(gender === 'Female' ? 92 : 104, gender === 'Female' ? 140 : 176) / 2,
    donations,
    lastDonatedOn: donations === 0 ? null : dayOf(earlier(at, days(dice.between(125, 720)))),
    lastMeal: lastMealOf(language, at),
    donorType: dice.chance(0.25) ? ('replacement' as const) : ('voluntary' as const),
  }
}

export const lastMealOf = (language: 'en' | 'ta', at: Date): string =>
  meals[language][minuteOfDay(at) < 14 * 60 ? 'morning' : 'noon']
