import { describe, expect, test } from 'vitest'
import { readSettings, WrongSettings, whyAddressIsOpen } from './settings.ts'

const sms = { SMS_URL: 'https://sms.example', SMS_ACCOUNT: 'a', SMS_TOKEN: 'b', SMS_FROM: '+1' }

test('an empty environment is enough: port 3000, this machine only, the demonstration', () => {
  expect(readSettings({})).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    ROLE: 'all',
    LOGIN_DETAIL: 'spec',
    TRUST_PROXY: 0,
    isDemo: true,
    isTest: false,
    publicUrl: 'http://localhost:3000',
    sms: null,
  })
})

test('an empty value is as if it were not set', () => {
  expect(readSettings({ PORT: '', SMTP_URL: '', DATABASE_URL: '' })).toMatchObject({
    PORT: 3000,
    isDemo: true,
  })
})

test('T14 with a database of its own it is no demonstration unless asked for', () => {
  const DATABASE_URL = 'postgres://a:b@db/crossmatch'
  expect(readSettings({ DATABASE_URL }).isDemo).toBe(false)
  expect(readSettings({ DATABASE_URL, DEMO: '1' }).isDemo).toBe(true)
  expect(readSettings({ DEMO: '0' }).isDemo).toBe(false)
})

test('T14 known passwords do not go to production', () => {
  expect(() => readSettings({ NODE_ENV: 'production' })).toThrow(/DEMO=0/)
  expect(readSettings({ NODE_ENV: 'production', DEMO: '0' }).isDemo).toBe(false)
})

test('T64 production without TLS is told so at the start', () => {
  const open = (environment: Record<string, string>) =>
    whyAddressIsOpen(readSettings({ DEMO: '0', ...environment }))
  expect(open({ NODE_ENV: 'production' })).toMatch(/^Warning: PUBLIC_URL is not https/)
  expect(open({ NODE_ENV: 'production', PUBLIC_URL: 'https://blood.example' })).toBeNull()
  expect(open({})).toBeNull()
})

test('NOTIFY-04 recipients are a list, trimmed and in lower case', () => {
  const { PROVIDER_MAILS } = readSettings({
    PROVIDER_MAILS: ' Day@Provider.example , night@provider.example',
  })
  expect(PROVIDER_MAILS).toEqual(['day@provider.example', 'night@provider.example'])
})

test('the public address has no slash at its end', () => {
  expect(readSettings({ PUBLIC_URL: 'https://blood.example/' }).publicUrl).toBe('https://blood.example')
})

test('the gateway of text messages is all or nothing', () => {
  expect(readSettings(sms).sms).toEqual({ url: 'https://sms.example', account: 'a', token: 'b', from: '+1' })
  for (const name of ['SMS_ACCOUNT', 'SMS_TOKEN', 'SMS_FROM']) {
    expect(() => readSettings({ ...sms, [name]: '' })).toThrow(/SMS_ACCOUNT, SMS_TOKEN and SMS_FROM/)
  }
})

test('STORAGE-05 files lie on the disk unless S3 is named, which is all or nothing', () => {
  const s3 = {
    STORAGE: 's3',
    S3_ENDPOINT: 'https://s3.example',
    S3_BUCKET: 'blood',
    S3_KEY: 'k',
    S3_SECRET: 's',
  }
  expect(readSettings({}).s3).toBeNull()
  expect(readSettings({ ...s3, STORAGE: '' }).s3).toBeNull()
  expect(readSettings(s3).s3).toEqual({
    endpoint: 'https://s3.example',
    bucket: 'blood',
    region: 'us-east-1',
    key: 'k',
    secret: 's',
  })
  expect(readSettings({ ...s3, S3_REGION: 'ap-south-1' }).s3?.region).toBe('ap-south-1')
  for (const name of ['S3_ENDPOINT', 'S3_BUCKET', 'S3_KEY', 'S3_SECRET']) {
    expect(() => readSettings({ ...s3, [name]: '' })).toThrow(/S3_ENDPOINT, S3_BUCKET, S3_KEY and S3_SECRET/)
  }
})

describe('a wrong value stops the start with a line that names it', () => {
  test.each([
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['DATABASE_URL', 'mysql://db'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['ROLE', 'both'],
    ['STORAGE', 'tape'],
    ['S3_ENDPOINT', 's3.example'],
    ['LOGIN_DETAIL', 'no'],
    ['AUTH_SECRET', 'short'],
    ['SMTP_URL', 'http://mail'],
    ['PROVIDER_MAILS', 'somebody'],
    ['PROVIDER_MAILS', ','],
    ['PROVIDER_ADMIN_EMAIL', 'admin@crossmatch.example'],
    ['TRUST_PROXY', '-1'],
    ['METRICS_TOKEN', 'short'],
    ['MEMORY_MB', '511'],
    ['TEST_NOW', 'noon'],
    ['DEMO', 'yes'],
  ])('%s=%s', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(WrongSettings)
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`\n {2}${name}`))
  })
})

test.each([
  [{}, { perDay: 1_000, forDrivers: 333, perHospital: 250 }],
  [{ SMS_PER_DAY: '90' }, { perDay: 90, forDrivers: 30, perHospital: 250 }],
  [
    { SMS_PER_DAY: '9', SMS_FOR_DRIVERS: '9', SMS_PER_HOSPITAL: '3' },
    { perDay: 9, forDrivers: 9, perHospital: 3 },
  ],
])('T28 the budget of %j is %j', (environment, texts) => {
  expect(readSettings(environment).texts).toEqual(texts)
})

test('AMB-226 unless told otherwise messages are gathered after 60 raises an hour, and none is taken from 600 on', () => {
  expect(readSettings({}).raises).toEqual({ gatheredAfter: 60, refusedFrom: 600 })
})

test('T28 more cannot be kept for drivers than there is', () => {
  expect(() => readSettings({ SMS_PER_DAY: '10', SMS_FOR_DRIVERS: '11' })).toThrow(
    /SMS_FOR_DRIVERS is a part/,
  )
})
