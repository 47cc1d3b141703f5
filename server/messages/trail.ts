import type { Message } from '../db/outbox.ts'
import type { SealHead } from '../db/seal-heads.ts'

/** Once a day to somebody who keeps his mail where the database's keeper does not reach. */
export const trailMail = (
  { id, lastEventId, digest }: SealHead,
  recipient: string,
  day: string,
): Message => ({
  eventId: null,
  channel: 'mail',
  kind: 'trail-head',
  recipient,
  subject: `The end of the Crossmatch trail on ${day}`,
  body: [
    'Keep this mail. It says where the trail of events ended; should anybody cut its end off, this line proves it:',
    `${id} ${lastEventId} ${digest}`,
    `To compare: npm run verify -- "${id} ${lastEventId} ${digest}"`,
  ].join('\n\n'),
  once: `trail-head ${day} ${recipient}`,
})
