import type { FindingKey } from './findings.ts'
import type { Language } from './languages.ts'

/** What the certificate says besides the words of the form, in both languages. */
export type CertificateWords = {
  title: string
  thanks: string
  /** Where no quantity was written down: that somebody came is all that is known. */
  unmeasured: { title: string; thanks: string; on: string; quantity: string }
  forBank: string
  signatory: string
  officer: string
  donationId: string
  bank: string
  donor: string
  donation: string
  age: string
  years: string
  donatedOn: string
  place: string
  submitted: string
  answersHelp: string
  yes: string
  no: string
  notAsked: string
  given: string
  notGiven: string
  notStated: string
  firstDonation: string
  kilograms: string
  findingsTitle: string
  findings: Record<FindingKey, string>
  fitnesses: Record<'FIT' | 'UNFIT', string>
  quantities: Record<'350ml' | '450ml', string>
  bagTypes: Record<'SINGLE' | 'DOUBLE' | 'TRIPLE' | 'QUADRUPLE', string>
  signature: string
  signedOn: string
  madeBy: string
  page: string
}

const en: CertificateWords = {
  title: 'Certificate of Blood Donation',
  thanks: 'This is to certify that the person named below gave blood at our blood bank. Thank you.',
  unmeasured: {
    title: 'Certificate of Attendance',
    thanks: 'This is to certify that the person named below came to our blood bank. Thank you.',
    on: 'Date',
    quantity: 'not recorded',
  },
  forBank: 'For {bank}',
  signatory: 'Authorised signatory',
  officer: 'Medical officer',
  donationId: 'Donation ID',
  bank: 'Blood Bank',
  donor: 'Donor',
  donation: 'Donation',
  age: 'Age',
  years: '{age} years',
  donatedOn: 'Date of Donation',
  place: 'Place',
  submitted: 'Form sent on',
  answersHelp: 'As the donor answered and the blood bank reviewed with them.',
  yes: 'Yes',
  no: 'No',
  notAsked: 'Not asked',
  given: 'Given by the donor',
  notGiven: 'Not given',
  notStated: '-',
  firstDonation: 'First donation',
  kilograms: '{weight} kg',
  findingsTitle: 'Examination and Donation',
  findings: {
    bloodGroup: 'Blood Group',
    haemoglobin: 'Haemoglobin (g/dL)',
    pulse: 'Pulse',
    temperature: 'Temperature',
    bloodPressure: 'Blood Pressure',
    heart: 'Heart (CVS)',
    lungs: 'Lungs (RS)',
    fitness: 'Fitness',
    reason: 'Reason',
    quantity: 'Quantity',
    bagType: 'Type of Bag',
    bagNumber: 'Bag Number',
    segmentNumber: 'Segment Number',
    phlebotomist: 'Phlebotomist',
    startedAt: 'Start of Donation',
    endedAt: 'End of Donation',
  },
  fitnesses: { FIT: 'Fit to donate', UNFIT: 'Unfit to donate' },
  quantities: { '350ml': '350 ml', '450ml': '450 ml' },
  bagTypes: { SINGLE: 'Single', DOUBLE: 'Double', TRIPLE: 'Triple', QUADRUPLE: 'Quadruple' },
  signature: 'Signature of the Donor',
  signedOn: 'Signed on {at}',
  madeBy: 'Made from the donor form kept by the blood bank. Times are India Standard Time.',
  page: 'Page {page} of {pages}',
}

const ta: CertificateWords = {
  title: 'இரத்த தானச் சான்றிதழ்',
  thanks: 'கீழே குறிப்பிட்டுள்ளவர் எங்கள் இரத்த வங்கியில் இரத்த தானம் செய்தார் என இதன் மூலம் சான்றளிக்கிறோம். நன்றி.',
  unmeasured: {
    title: 'வருகைச் சான்றிதழ்',
    thanks: 'கீழே குறிப்பிட்டுள்ளவர் எங்கள் இரத்த வங்கிக்கு வந்தார் என இதன் மூலம் சான்றளிக்கிறோம். நன்றி.',
    on: 'தேதி',
    quantity: 'பதிவு செய்யப்படவில்லை',
  },
  forBank: '{bank} சார்பில்',
  signatory: 'அங்கீகரிக்கப்பட்ட கையொப்பம்',
  officer: 'மருத்துவ அலுவலர்',
  donationId: 'தான எண்',
  bank: 'இரத்த வங்கி',
  donor: 'கொடையாளர்',
  donation: 'தானம்',
  age: 'வயது',
  years: '{age} வயது',
  donatedOn: 'தானம் செய்த தேதி',
  place: 'இடம்',
  submitted: 'படிவம் அனுப்பப்பட்ட தேதி',
  answersHelp: 'கொடையாளர் அளித்த பதில்கள்; இரத்த வங்கி அவருடன் சரிபார்த்தது.',
  yes: 'ஆம்',
  no: 'இல்லை',
  notAsked: 'கேட்கப்படவில்லை',
  given: 'கொடையாளர் அளித்துள்ளார்',
  notGiven: 'அளிக்கப்படவில்லை',
  notStated: '-',
  firstDonation: 'முதல் தானம்',
  kilograms: '{weight} கிலோ',
  findingsTitle: 'மருத்துவப் பரிசோதனையும் தானமும்',
  findings: {
    bloodGroup: 'இரத்த வகை',
    haemoglobin: 'ஹீமோகுளோபின் (g/dL)',
    pulse: 'நாடித்துடிப்பு',
    temperature: 'உடல் வெப்பநிலை',
    bloodPressure: 'இரத்த அழுத்தம்',
    heart: 'இதயம் (CVS)',
    lungs: 'நுரையீரல் (RS)',
    fitness: 'தகுதி',
    reason: 'காரணம்',
    quantity: 'அளவு',
    bagType: 'பையின் வகை',
    bagNumber: 'பை எண்',
    segmentNumber: 'செக்மென்ட் எண்',
    phlebotomist: 'இரத்தம் எடுத்தவர்',
    startedAt: 'தானம் தொடங்கிய நேரம்',
    endedAt: 'தானம் முடிந்த நேரம்',
  },
  fitnesses: { FIT: 'தானம் செய்யத் தகுதியானவர்', UNFIT: 'தானம் செய்யத் தகுதியற்றவர்' },
  quantities: { '350ml': '350 மி.லி.', '450ml': '450 மி.லி.' },
  bagTypes: { SINGLE: 'ஒற்றைப் பை', DOUBLE: 'இரட்டைப் பை', TRIPLE: 'மூன்றடுக்குப் பை', QUADRUPLE: 'நான்கடுக்குப் பை' },
  signature: 'கொடையாளரின் கையொப்பம்',
  signedOn: 'கையொப்பமிட்ட நேரம்: {at}',
  madeBy: 'இரத்த வங்கியில் உள்ள கொடையாளர் படிவத்திலிருந்து உருவாக்கப்பட்டது. நேரங்கள் இந்திய நேரப்படி.',
  page: 'பக்கம் {page} / {pages}',
}

export const certificateWords: Record<Language, CertificateWords> = { en, ta }

/** §8. */
export const certificateDownloaded = 'Donor certificate downloaded successfully'
