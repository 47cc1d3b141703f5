type Option = { value: string; label: string; disabled?: boolean }

/**
 * The option that typed letters mean, as in every list of choices: the first that begins with them; one letter again
 * and again goes through all that begin with it. Undefined if none does.
 */
export function typedAhead(
  options: readonly Option[],
  typed: string,
  value: string | null,
): string | undefined {
  const text = typed.toLowerCase()
  const [letter = ''] = text
  const isOneLetter = text === letter.repeat(text.length)
  const wanted = isOneLetter ? letter : text
  const fitting = options.filter(({ label, disabled }) => !disabled && label.toLowerCase().startsWith(wanted))
  const at = isOneLetter ? fitting.findIndex((option) => option.value === value) : -1
  return fitting[(at + 1) % Math.max(1, fitting.length)]?.value
}
