const ones = [
  'Zero',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
  'Thirteen',
  'Fourteen',
  'Fifteen',
  'Sixteen',
  'Seventeen',
  'Eighteen',
  'Nineteen',
]
const tens = ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety']

/** As a cheque in India says it: crores, lakhs, thousands. */
export function inWords(paise: number): string {
  const rupees = Math.floor(paise / 100)
  const rest = paise % 100
  const whole = `Rupees ${wordsOf(rupees)}`
  return rest === 0 ? `${whole} Only` : `${whole} and ${wordsOf(rest)} Paise Only`
}

const steps: readonly [number, string][] = [
  [10_000_000, 'Crore'],
  [100_000, 'Lakh'],
  [1_000, 'Thousand'],
  [100, 'Hundred'],
]

function wordsOf(number: number): string {
  if (number < ones.length) return ones[number] ?? ''
  if (number < 100) return joined(tens[Math.floor(number / 10)] ?? '', number % 10)
  const [size, name] = steps.find(([value]) => number >= value) ?? [1, '']
  return joined(`${wordsOf(Math.floor(number / size))} ${name}`, number % size)
}

const joined = (words: string, rest: number): string => (rest === 0 ? words : `${words} ${wordsOf(rest)}`)
