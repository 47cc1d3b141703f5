import { several } from '#contract/answers.ts'
import type { Message, messages } from '#contract/messages.ts'
import { isSecret, messageWords, whyNotResend } from '#domain/messages/resending.ts'
import type { Handlers } from '../platform/http/call.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import { messageStore, messageWriter } from './store.ts'

const pageSize = 20

export const messageHandlers: Handlers<typeof messages> = {
  async list({ db }, { state, channel, after = null, through = null }) {
    const found = await messageStore(db).list({
      after,
      through,
      limit: pageSize,
      states: several(state),
      channels: several(channel),
    })
    const last = found.at(-1)
    return {
      items: found.map(blotted),
      next: last && found.length >= pageSize ? String(last.id) : null,
    }
  },

  resend: ({ now, inTransaction }, { id }) =>
    inTransaction(async (work) => {
      const writer = messageWriter(work)
      const message = await writer.lock(id)
      if (!message) throw notFound()
      refuse(messageWords, whyNotResend(message, now))
      const released = await writer.release(id)
      await work.record({
        subjectId: String(id),
        kind: 'message-resent',
        from: message.state,
        to: released.state,
        detail: { channel: message.channel, message: message.kind },
      })
      return blotted(released)
    }),
}

/** The words of a message that opens an account are for its recipient alone. */
const blotted = (message: Message): Message =>
  isSecret(message.kind) ? { ...message, body: 'Not shown: it has a link that opens an account.' } : message
