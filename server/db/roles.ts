import pg from 'pg'
import { firstHost, wayTo } from './hosts.ts'
import { schemaLock } from './migrate.ts'

/** For whoever reads figures out of the database: sees the data, changes nothing, signs in nowhere. */
const reports = 'crossmatch_reports'

/** The trail is written on and never over. */
const appendOnly = ['events', 'seals', 'erased_forms']
/** Written by the owner alone. */
const ownersOnly = ['schema_steps']
/** No report needs them: what opens an account or signs, what was said of or to one person alone, and who asked what from where. */
const closedToReports = [
  'credentials',
  'sessions',
  'verifications',
  'second_factors',
  'push_subscriptions',
  'email_changes',
  'invitations',
  'idempotency_keys',
  'notifications',
  'rate_limits',
  'opened',
  'hearing',
  'news_read',
  'news_read_up_to',
  'hearers',
  'donor_forms',
  'erased_forms',
  'more_for_bank',
  'samples',
  'bank_keys',
  'receipt_bags',
  'bag_fates',
  'api_keys',
  'hooks',
  'late_papers',
  'late_issues',
  'outside_ids',
]
/** Without the codes of the hand-overs. */
const reportsOfDeliveries = ['request_id', 'seq', 'units', 'state', 'delivered_at']
/** Without what was found in the patient's tube. */
const reportsOfIssues = [
  ...[
    'slip',
    'bank_id',
    'request_id',
    'seq',
    'issued_at',
    'issued_by',
    'checked_by',
    'is_emergency',
    'doctor',
  ],
  ...['reason', 'kid', 'jws', 'results_owed', 'hospital_id', 'asked_group'],
]

/**
 * Makes the role that the app works as, if it is missing (decision 21). The owner of an operator's server may not be
 * allowed to: then somebody has made it before.
 */
export async function ensureAppRole(
  client: pg.ClientBase,
  { name, password }: { name: string; password: string },
  { renew }: { renew: boolean },
): Promise<void> {
  const role = pg.escapeIdentifier(name)
  const secret = `login password ${pg.escapeLiteral(password)}`
  if (!(await exists(client, name))) await client.query(`create role ${role} ${secret}`)
  else if (renew) await unlessForbidden(client.query(`alter role ${role} ${secret}`))
  // so that it sees which transactions are those of another database
  await unlessForbidden(client.query(`grant pg_read_all_stats to ${role}`))
  if (!(await exists(client, reports)))
    await unlessForbidden(client.query(`create role ${pg.escapeIdentifier(reports)} nologin`))
}

/** Makes the role of the app's address; another password there than before becomes the role's. Tells its name. */
export async function letAppIn(client: pg.ClientBase, url: string): Promise<string> {
  const { username, password } = new URL(firstHost(url))
  const app = { name: decodeURIComponent(username), password: decodeURIComponent(password) }
  await ensureAppRole(client, app, { renew: await isWrongPassword(url) })
  return app.name
}

async function isWrongPassword(url: string): Promise<boolean> {
  const { connectionString, Client } = wayTo(url)
  const client = new Client({ connectionString, connectionTimeoutMillis: 3_000 })
  try {
    await client.connect()
    return false
  } catch (error) {
    return error instanceof pg.DatabaseError && error.code === '28P01'
  } finally {
    await client.end()
  }
}

const exists = async (client: pg.ClientBase, role: string): Promise<boolean> =>
  (await client.query('select from pg_roles where rolname = $1', [role])).rowCount === 1

async function unlessForbidden(asked: Promise<unknown>): Promise<void> {
  await asked.catch((error: { code?: string }) => {
    if (error.code !== '42501') throw error
  })
}

/**
 * What each role may, over all tables there are now. Done after every migration, so that a new table has its rights
 * without anybody's thought.
 */
export async function grantRights(client: pg.ClientBase, app: string): Promise<void> {
  const role = pg.escapeIdentifier(app)
  const steps = [
    'begin',
    // two that start at once take turns
    `select pg_advisory_xact_lock(${schemaLock})`,
    `grant usage on schema public, pgboss to ${role}`,
    `grant select, insert, update, delete on all tables in schema public, pgboss to ${role}`,
    `grant usage, select on all sequences in schema public, pgboss to ${role}`,
    // not everybody's: it holds the trail as the owner
    `grant execute on function last_settled_event() to ${role}`,
    `revoke update, delete on ${appendOnly.join(', ')} from ${role}`,
    `revoke insert, update, delete on ${ownersOnly.join(', ')} from ${role}`,
  ]
  if (await exists(client, reports)) {
    steps.push(
      `grant usage on schema public to ${reports}`,
      `grant select on all tables in schema public to ${reports}`,
      `revoke select on deliveries, issues, ${closedToReports.join(', ')} from ${reports}`,
      `grant select (${reportsOfDeliveries.join(', ')}) on deliveries to ${reports}`,
      `grant select (${reportsOfIssues.join(', ')}) on issues to ${reports}`,
    )
  }
  await client.query([...steps, 'commit'].join('; '))
}

/** Whether the connection's role could change the trail: it owns the tables, or is above all rights. */
export async function ownsTheTrail(client: pg.Pool | pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(
    `select pg_has_role(relowner, 'usage') as owns from pg_class where oid = 'events'::regclass`,
  )
  return rows[0]?.owns ?? false
}
