import { fates } from '#contract/fates.ts'
import { topicOf } from '#contract/route.ts'
import { queryClient } from '../../api/queries.ts'

/** What was said of bags, anew. */
export const askNotes = () => queryClient.invalidateQueries({ queryKey: [topicOf(fates.notes)] })
