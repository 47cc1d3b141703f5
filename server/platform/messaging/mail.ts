import { createTransport } from 'nodemailer'
import { type Carrier, Undeliverable } from '../../db/carrying.ts'
import { escapeHtml } from '../http/html.ts'

/** Mail by SMTP. The message id is made from the outbox row, so that a repeated mail can be known as one. */
export function mailBy(
  smtpUrl: string,
  from: string,
  publicUrl: string,
): Exclude<Carrier, null> & { close(): void } {
  const transport = createTransport({
    url: smtpUrl,
    // connections are kept open for the next mails
    pool: true,
    maxConnections: 16,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  } as Parameters<typeof createTransport>[0])
  const domain = from.match(/@([^>\s]+)/)?.[1] ?? 'crossmatch'
  const carry: Carrier = async (message) => {
    const mail = {
      from,
      to: { name: '', address: message.recipient },
      subject: message.subject,
      text: message.body,
      html: asHtml(message.body, publicUrl),
      messageId: `<message-${message.id}@${domain}>`,
      disableFileAccess: true,
      disableUrlAccess: true,
    }
    await transport.sendMail(mail).catch((error) => {
      throw isForGood(error) ? new Undeliverable(error.message) : error
    })
  }
  return Object.assign(carry, { close: () => transport.close() })
}

/** A 5xx for the mail itself; one for our own sign-in at the server may be put right. */
const isForGood = ({ code, responseCode }: { code?: string; responseCode?: number }): boolean =>
  (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode ?? 0) >= 500

/** The same words as simple HTML: paragraphs, and links to us that can be pressed. A name may be a link to others. */
export function asHtml(text: string, publicUrl: string): string {
  const linked = escapeHtml(text).replace(/https?:\/\/[^\s]+/g, (url) =>
    url.startsWith(`${escapeHtml(publicUrl)}/`) ? `<a href="${url}">${url}</a>` : url,
  )
  return linked
    .split('\n\n')
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
    .join('\n')
}
