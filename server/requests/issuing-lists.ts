import { asJson, JsonText, listOf, objectOf } from '../db/as-json.ts'
import { sharedReading } from '../db/shared-reading.ts'
import { pageText } from '../platform/http/paging.ts'
import { issuingStore } from './issuing-store.ts'

/** On the card of the home view. */
const few = 3

type Asked = { bankId: string } & Parameters<ReturnType<typeof issuingStore>['list']>[1]

/** What a bank's screens show, read once for all that ask at the same moment. */
export const issuingLists = {
  list: sharedReading(async (db, { bankId, ...asked }: Asked) =>
    pageText(await issuingStore(db).list(bankId, asked), asked.limit),
  ),

  summary: sharedReading(async (db, bankId: string) => {
    const { toIssue, onTheRoad, first } = await issuingStore(db).look(bankId, few)
    return new JsonText(
      objectOf({
        toIssue: objectOf({ count: asJson(toIssue), first: listOf(first) }),
        onTheRoad: asJson({ count: onTheRoad }),
      }),
    )
  }),
}
