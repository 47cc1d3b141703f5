import pg from 'pg'

/** The `connect` of it takes hosts in turn; everything else is pg's own. */
type ClientClass = new (config?: string | pg.ClientConfig) => pg.Client
export type Way = { connectionString: string; Client: ClientClass }
type Place = { host: string; port: number }

/** Longer than a living server takes to say who it is; a call is told before it gives up. */
const lookMs = 2_000
const usualPort = 5_432
/** What PostgreSQL says while it cannot be used. */
const cannotConnectNow = '57P03'

/** Everything before the hosts, the hosts, and the database with its settings. */
const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)(.*)$/

/**
 * `postgres://user:secret@one:5432,two:5432/crossmatch?target_session_attrs=read-write`, as libpq reads it. Of several
 * hosts only the one that takes writes is of use here, whether that is said or not.
 */
function hostsIn(url: string): string[] {
  const [, before, hosts = '', after = ''] = parts.exec(url) ?? []
  if (before === undefined) return []
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}

/** For a user's name and secret, and for settings: they are the same of all hosts. */
export const firstHost = (url: string): string => hostsIn(url)[0] ?? url

/** Why an address cannot be used, or null. */
export function whyNoAddress(url: string): string | null {
  const hosts = hostsIn(url)
  if (hosts.length === 0 || hosts.some((one) => !URL.canParse(one))) return 'Invalid URL'
  const wish = new URL(hosts[0] ?? '').searchParams.get('target_session_attrs') ?? 'read-write'
  return hosts.length === 1 || ['read-write', 'primary'].includes(wish)
    ? null
    : 'target_session_attrs can only be read-write: of several hosts the one that takes writes is used'
}

/** How pg gets to the database of that address: to its one host, or to the one of its hosts that takes writes. */
export function wayTo(url: string): Way {
  const hosts = hostsIn(url)
  if (hosts.length < 2) return { connectionString: url, Client: pg.Client }
  const [connectionString = url] = hosts
  return { connectionString, Client: followingClient(writableOf(url, hosts)) }
}

type Writable = { find(): Promise<Place>; forget(): void }

/** One for all connections to the same address: after a failover it is looked for once. */
const known = new Map<string, Writable>()

function writableOf(url: string, hosts: readonly string[]): Writable {
  let found: Promise<Place> | null = null
  const forget = () => {
    found = null
  }
  const writable = known.get(url) ?? {
    find() {
      found ??= lookAtAll(hosts)
      found.catch(forget)
      return found
    },
    forget,
  }
  known.set(url, writable)
  return writable
}

/** Of two that take writes, the one that was promoted last: an old primary that came back must not be written to. */
async function lookAtAll(hosts: readonly string[]): Promise<Place> {
  const looks = await Promise.allSettled(hosts.map(lookAt))
  const writable = looks.flatMap((look) => (look.status === 'fulfilled' ? [look.value] : []))
  const newest = writable.toSorted((one, other) => other.timeline - one.timeline)[0]
  if (newest) return newest
  throw looks.find((look) => look.status === 'rejected' && look.reason.code === cannotConnectNow)
    ? notWritable()
    : (looks[0] as PromiseRejectedResult).reason
}

async function lookAt(connectionString: string): Promise<Place & { timeline: number }> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: lookMs,
    query_timeout: lookMs,
    application_name: 'crossmatch looking',
  })
  client.on('error', () => undefined)
  const standby = heardOfStandby(client)
  try {
    await client.connect()
    if (standby.isOne()) throw notWritable()
    // the first eight digits of a name in its log
    const { rows } = await client.query('select pg_walfile_name(pg_current_wal_lsn()) as file')
    const { hostname, port } = new URL(connectionString)
    return {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || usualPort,
      timeline: Number.parseInt(rows[0].file.slice(0, 8), 16),
    }
  } finally {
    client.end().catch(() => undefined)
  }
}

const notWritable = (): Error =>
  Object.assign(new Error('No server of the address takes writes'), { code: cannotConnectNow })

/** A server says so by itself when a connection begins, and when it is promoted. */
function heardOfStandby(client: pg.Client): { isOne(): boolean } {
  let isStandby = false
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter }
  connection.on('parameterStatus', (told: { parameterName: string; parameterValue: string }) => {
    if (told.parameterName === 'in_hot_standby') isStandby = told.parameterValue === 'on'
  })
  return { isOne: () => isStandby }
}

/** Connections that go to the host that takes writes, and look for it again when one breaks. */
function followingClient({ find, forget }: Writable): ClientClass {
  return class extends pg.Client {
    override connect = ((done?: (error?: Error) => void) => {
      const connected = this.follow()
      if (done === undefined) return connected
      connected.then(() => done(), done)
    }) as pg.Client['connect']

    private async follow(): Promise<pg.Client> {
      Object.assign(this, await find())
      this.on('error', forget)
      const standby = heardOfStandby(this)
      try {
        await super.connect()
      } catch (error) {
        forget()
        throw error
      }
      if (!standby.isOne()) return this
      forget()
      await this.end()
      throw notWritable()
    }
  }
}
