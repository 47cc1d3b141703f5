const longest = 64 * 1024

/** JSON of some hundred bytes is expected; an answer that does not end is not read to the end. */
export async function readShort(response: Response): Promise<unknown> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > longest) throw new Error('an answer without end')
  }
  return JSON.parse(text)
}
