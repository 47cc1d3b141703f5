import type { Drawing } from '#server/documents/drawing.ts'
import { aPdf } from '../makers/pictures.ts'

/**
 * Whose a document is matters here, not how it looks: it says what it was drawn from, and is known again by its mark. Of
 * a file that somebody sends no more is asked than whether it is a PDF at all.
 */
export const nothingDrawn: Drawing = {
  run: async (name, data) => (name === 'look' ? troubleIn(data) : aPdf(saidBy(data))) as never,
  close: async () => undefined,
}

const troubleIn = (file: unknown) => (String(file).startsWith('%PDF-') ? null : 'unreadable')

function saidBy(data: unknown): string {
  const { form, mark } = data as { form?: { id: string }; mark?: string }
  return form ? `${form.id} ${mark}` : 'invoice'
}
