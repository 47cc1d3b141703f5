/** Whether it was. Without TLS a page has no clipboard of its own; then a selected text is copied as by hand. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

function copySelected(text: string): boolean {
  const back = document.activeElement
  // inside an open alert everything else is out of reach
  const place = back?.closest('dialog') ?? document.body
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'visually-hidden'
  place.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (back instanceof HTMLElement) back.focus()
  return isCopied
}
