import { z } from 'zod'
import { type Network, readNetwork } from '#domain/basics/ip-address.ts'
import type { TextBudget } from '#domain/messages/budget.ts'
import { supportName } from '#domain/people/roles.ts'
import { whyNoAddress } from '../db/hosts.ts'

const flag = z.enum(['0', '1']).transform((value) => value === '1')
const addresses = z
  .string()
  .transform((list) => list.split(',').map((address) => address.trim().toLowerCase()))
  .pipe(z.array(z.email()).min(1))

const networks = z
  .string()
  .transform((list) => list.split(',').map((text) => readNetwork(text)))
  .refine((all) => !all.includes(null), 'must be networks such as 10.0.0.0/8, with commas between')
  .transform((all): readonly Network[] => all.filter((one) => one !== null))

/** Several hosts may stand in it, which no other address has. */
const databaseUrl = z.string().superRefine((url, context) => {
  const message = whyNoAddress(url)
  if (message) context.addIssue({ code: 'custom', message })
})

/** Everything the environment may say. All of it is optional; a wrong value stops the start with a plain line. */
const Environment = z.object({
  NODE_ENV: z.string().optional(),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_OWNER_URL: databaseUrl.optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DRIVER_APP_URL: z.url({ protocol: /^https?$/ }).optional(),
  DEMO: flag.optional(),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  AUTH_SECRET: z.string().min(32).optional(),
  LOGIN_DETAIL: z.enum(['spec', 'uniform']).default('spec'),
  STORAGE: z.enum(['disk', 's3']).default('disk'),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_KEY: z.string().optional(),
  S3_SECRET: z.string().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().default('Crossmatch <noreply@crossmatch.example>'),
  PROVIDER_MAILS: addresses.default(['orders@crossmatch.example']),
  DEV_MAILS: addresses.default(['dev@crossmatch.example']),
  TRAIL_MAILS: addresses.optional(),
  SMS_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMS_ACCOUNT: z.string().optional(),
  SMS_TOKEN: z.string().optional(),
  SMS_FROM: z.string().optional(),
  SMS_PER_DAY: z.coerce.number().int().min(0).default(1_000),
  SMS_FOR_DRIVERS: z.coerce.number().int().min(0).optional(),
  SMS_PER_HOSPITAL: z.coerce.number().int().min(0).default(250),
  RAISES_GATHERED_AFTER: z.coerce.number().int().min(1).default(60),
  RAISES_REFUSED_FROM: z.coerce.number().int().min(2).default(600),
  GOOGLE_PLACES_KEY: z.string().optional(),
  GOOGLE_PLACES_URL: z.url({ protocol: /^https?$/ }).default('https://places.googleapis.com'),
  PROVIDER_ADMIN_EMAIL: z
    .email()
    .refine((email) => email.toLowerCase().startsWith(`${supportName}@`), `must begin with ${supportName}@`)
    .optional(),
  PREPARED_STATEMENTS: z.stringbool().default(true),
  OUTGOING_NETWORKS: networks.default([]),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  MEMORY_MB: z.coerce.number().int().min(512).optional(),
  /** Node reads it; here it only says how large the heap may grow. */
  NODE_OPTIONS: z.string().default(''),
  METRICS_TOKEN: z.string().min(16).optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).optional(),
  /** Where the clock begins; used only when NODE_ENV is test. */
  TEST_NOW: z.iso.datetime({ offset: true }).optional(),
})

export type Settings = ReturnType<typeof readSettings>

export class WrongSettings extends Error {}

export function readSettings(environment: Record<string, string | undefined>) {
  // an empty value is how a compose file says "not set"
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const read = Environment.safeParse(given)
  if (!read.success) {
    const lines = read.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new WrongSettings(`The environment has a wrong value:\n${lines.join('\n')}`)
  }
  const env = read.data
  const isTest = env.NODE_ENV === 'test'
  const isDemo = env.DEMO ?? env.DATABASE_URL === undefined
  if (isDemo && env.NODE_ENV === 'production') {
    throw new WrongSettings('The demonstration has known passwords: with NODE_ENV=production set DEMO=0.')
  }
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, '')
  return {
    ...env,
    isTest,
    isDemo,
    // whoever tries the demonstration reads the address and the accounts, not a line per call
    logLevel: env.LOG_LEVEL ?? (isDemo ? 'warn' : 'info'),
    publicUrl,
    /** The text message to a driver ends in this and the order's id (ruling AMB-115). */
    driverUrl: (env.DRIVER_APP_URL ?? `${publicUrl}/driver`).replace(/\/$/, ''),
    /** Where what others wrote down may lead although it is not public (domain/basics/outgoing.ts). */
    outgoingNetworks: env.OUTGOING_NETWORKS,
    sms: smsSettings(env),
    texts: textSettings(env),
    raises: { gatheredAfter: env.RAISES_GATHERED_AFTER, refusedFrom: env.RAISES_REFUSED_FROM },
    s3: s3Settings(env),
    places: env.GOOGLE_PLACES_KEY ? { url: env.GOOGLE_PLACES_URL, key: env.GOOGLE_PLACES_KEY } : null,
  }
}

/** What an operator should know of an address without TLS. */
export const whyAddressIsOpen = ({ NODE_ENV, publicUrl }: Settings): string | null =>
  NODE_ENV === 'production' && !publicUrl.startsWith('https:')
    ? 'Warning: PUBLIC_URL is not https, so passwords and patients cross the network in the clear. Put a TLS proxy in front and set it (docs/operations.md, What it talks to).'
    : null

function smsSettings(env: z.infer<typeof Environment>) {
  if (!env.SMS_URL) return null
  const { SMS_ACCOUNT: account, SMS_TOKEN: token, SMS_FROM: from } = env
  if (!account || !token || !from) {
    throw new WrongSettings('SMS_URL is set, so SMS_ACCOUNT, SMS_TOKEN and SMS_FROM are needed too.')
  }
  return { url: env.SMS_URL, account, token, from }
}

function textSettings(env: z.infer<typeof Environment>): TextBudget {
  const { SMS_PER_DAY: perDay, SMS_PER_HOSPITAL: perHospital } = env
  const forDrivers = env.SMS_FOR_DRIVERS ?? Math.floor(perDay / 3)
  if (forDrivers > perDay) {
    throw new WrongSettings('SMS_FOR_DRIVERS is a part of SMS_PER_DAY: it cannot be more.')
  }
  return { perDay, forDrivers, perHospital }
}

/** Null: files lie on the disk. */
function s3Settings(env: z.infer<typeof Environment>) {
  if (env.STORAGE === 'disk') return null
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region, S3_KEY: key, S3_SECRET: secret } = env
  if (!endpoint || !bucket || !key || !secret) {
    throw new WrongSettings('STORAGE is s3, so S3_ENDPOINT, S3_BUCKET, S3_KEY and S3_SECRET are needed too.')
  }
  return { endpoint, bucket, region, key, secret }
}
