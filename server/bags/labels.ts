import { several } from '#contract/answers.ts'
import type { bagLabels } from '#contract/bags.ts'
import type { Drawing } from '../documents/drawing.ts'
import type { Handler } from '../platform/http/call.ts'
import { notFound } from '../platform/http/refuse.ts'
import { labelStore } from './label-store.ts'

/** In the order in which they were asked for; of a bag that is not there or not theirs nothing is printed. */
export const printLabels =
  (drawing: Drawing): Handler<typeof bagLabels.labels> =>
  async ({ actor, db }, { id }) => {
    const ids = several(id) ?? []
    const bankId = actor.kind === 'member' ? (actor.organisationId ?? '') : ''
    const found = await labelStore(db).bags(bankId, ids)
    const inOrder = ids.map((one) => found.find((bag) => bag.id === one))
    if (inOrder.some((bag) => bag === undefined)) throw notFound()
    const bytes = await drawing.run(
      'labels',
      inOrder.filter((bag) => bag !== undefined),
      bankId,
    )
    return { name: 'labels.pdf', type: 'application/pdf', bytes }
  }
