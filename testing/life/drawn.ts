import type { Drawing } from '#server/documents/drawing.ts'
import { aPdf } from '../makers/pictures.ts'

/**
 * Whose a document is matters here, not how it looks: it says what it was drawn from, and is known again by its mark.
 */
export const nothingDrawn: Drawing = {
  run: async (name, data) => (name === 'look' ? null : aPdf(saidBy(data))) as never,
  close: async () => undefined,
}

function saidBy(data: unknown): string {
  const { form, mark } = data as { form?: { id: string }; mark?: string }
  return form ? `${form.id} ${mark}` : 'invoice'
}
