import { readFileSync } from 'node:fs'
import { WrongSettings } from './settings.ts'

/** Settings that are secrets, or have one in them. */
const secrets = [
  'AUTH_SECRET',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'SMTP_URL',
  'SMS_TOKEN',
  'S3_KEY',
  'S3_SECRET',
  'GOOGLE_PLACES_KEY',
  'METRICS_TOKEN',
]

type Environment = Record<string, string | undefined>

/** With what lies in files: `AUTH_SECRET_FILE` names the one in which a vault or an orchestrator put `AUTH_SECRET`. */
export function withSecretFiles(environment: Environment): Environment {
  const found = secrets.flatMap((name) => {
    const path = environment[`${name}_FILE`]
    if (!path) return []
    if (environment[name]) throw new WrongSettings(`${name} and ${name}_FILE are both set: one is enough.`)
    return [[name, secretIn(path, name)]]
  })
  return { ...environment, ...Object.fromEntries(found) }
}

function secretIn(path: string, name: string): string {
  let text: string
  try {
    text = readFileSync(path, 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new WrongSettings(`${name}_FILE names ${path}, which cannot be read (${code}).`)
  }
  if (text === '') throw new WrongSettings(`${name}_FILE names ${path}, which is empty.`)
  return text
}
