import { FailedMessage } from '#contract/orders.ts'
import { days, earlier } from '#domain/basics/time.ts'
import { whyNotResend } from '#domain/messages/resending.ts'
import type { OrderSort } from '#domain/requests/listing.ts'
import { asJson, JsonText, listOf, objectOf } from '../db/as-json.ts'
import { sharedReading } from '../db/shared-reading.ts'
import { messageStore } from '../messages/store.ts'
import { pageText } from '../platform/http/paging.ts'
import { orderStore } from './order-store.ts'
import { type WaitingList, waitingStore } from './waiting-store.ts'

const few = 3
/** What failed before that is no work of today's any more; Messages has it. */
const failedFor = days(7)

type Asked = Parameters<ReturnType<typeof orderStore>['list']>[0] & { sort: OrderSort }

/** What the provider's screens show, read once for all that ask at the same moment. */
export const orderLists = {
  list: sharedReading(async (db, { sort, ...asked }: Asked) => {
    const store = orderStore(db)
    return pageText(
      await (sort === 'newest' || asked.id ? store.list(asked) : store.due(sort, asked)),
      asked.limit,
    )
  }),

  summary: sharedReading(async (db, { now }: { now: Date }) => {
    const [waiting, { failed, mayBeMore }] = await Promise.all([
      waitingStore(db).look(now, few),
      messageStore(db).failedSince(earlier(now, failedFor)),
    ])
    const some = (list: WaitingList) =>
      objectOf({ count: waiting.count(list), first: listOf(waiting.first(list)) })
    const resendable = failed.filter((message) => whyNotResend(message, now) === null)
    return new JsonText(
      objectOf({
        stopped: some('stopped'),
        late: objectOf({ count: waiting.count('late'), first: listOf(waiting.firstWithPhone('late')) }),
        refused: some('refused'),
        toLink: some('toLink'),
        toComplete: some('toComplete'),
        onTheRoad: some('onTheRoad'),
        pending: objectOf({ count: waiting.count('pending') }),
        failed: asJson({
          count: resendable.length,
          isAtLeast: mayBeMore,
          first: resendable.slice(0, few).map((message) => FailedMessage.parse(message)),
        }),
      }),
    )
  }),
}
