import { tidy } from '#domain/basics/text.ts'
import { instantOf, showDate } from '#domain/basics/time.ts'

type AskedCamp = { bankId: string; name: string; category: string; day: string }

/** To the provider: which bank, how many units, which day (ruling AMB-124). */
export function campMail({ bankId, category, day, ...bank }: AskedCamp, url: string) {
  const name = tidy(bank.name)
  const date = showDate(instantOf(day, '00:00'))
  return {
    subject: `Blood camp asked for by ${name}: ${category} units on ${date}`,
    body: `${name} asks for a blood camp.\n\nBlood bank: ${name} (${bankId})\nCategory: ${category} units\nCamp date: ${date}\n\nThe companies that offer this date: ${url}`,
  }
}
