import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { type Arrivals, arrivals } from '../makers/arrivals.ts'
import { type Mail, readMail } from './mail-text.ts'

/**
 * What the peer does with the next mails: takes them, refuses for now or for good, or hangs up. A greylist turns every
 * recipient away the first time; `take-and-hang-up` keeps the mail and never says so, `take-and-drop` cuts the line then.
 */
export type SmtpBehaviour =
  | 'accept'
  | 'refuse-for-now'
  | 'refuse'
  | 'drop'
  | 'greylist'
  | 'no-such-mailbox'
  | 'take-and-hang-up'
  | 'take-and-drop'

export type SmtpPeer = Arrivals<Mail> & {
  /** For SMTP_URL. */
  url: string
  /** How many mails were tried, taken or not. */
  tries(): number
  /** Asked for each mail anew, where it is a function. */
  behave(behaviour: SmtpBehaviour | (() => SmtpBehaviour)): void
  close(): Promise<void>
}

/** A real mail server on the loopback that keeps what it is sent. */
export async function smtpPeer(wished = { port: 0 }): Promise<SmtpPeer> {
  const mails = arrivals<Mail>('mail')
  let behave: SmtpBehaviour | (() => SmtpBehaviour) = 'accept'
  const next = () => (typeof behave === 'function' ? behave() : behave)
  let tries = 0
  const known = new Set<string>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      if (behave === 'no-such-mailbox') return done(answers.refuse)
      if (behave !== 'greylist' || known.has(address)) return done()
      known.add(address)
      tries++
      done(answers.greylist)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        tries++
        const behaviour = next()
        if (behaviour === 'drop') {
          for (const connection of connections) connection.destroy()
          return
        }
        if (behaviour === 'refuse' || behaviour === 'refuse-for-now') return done(answers[behaviour])
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom ? mailFrom.address : ''
        mails.add(
          readMail(
            from,
            rcptTo.map(({ address }) => address),
            Buffer.concat(chunks).toString('utf8'),
          ),
        )
        if (behaviour === 'take-and-drop') return cut(session.remotePort)
        if (behaviour !== 'take-and-hang-up') done()
      })
    },
  })
  const cut = (port: number) => {
    for (const connection of connections) if (connection.remotePort === port) connection.destroy()
  }
  // a connection that the test cuts ends in an error here, which is as it should be
  server.on('error', () => undefined)
  const connections = new Set<import('node:net').Socket>()
  server.server.on('connection', (socket: import('node:net').Socket) => {
    connections.add(socket)
    // as mail servers do: an answer in several parts would wait 40 ms for each
    socket.setNoDelay(true)
    socket.on('close', () => connections.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(wished.port, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    all: mails.all,
    next: mails.next,
    find: mails.find,
    url: `smtp://127.0.0.1:${port}`,
    tries: () => tries,
    behave(wish) {
      behave = wish
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const answers = {
  greylist: Object.assign(new Error('Greylisted, please come back later'), { responseCode: 450 }),
  'refuse-for-now': Object.assign(new Error('Try again later'), { responseCode: 451 }),
  refuse: Object.assign(new Error('No such mailbox'), { responseCode: 550 }),
}
