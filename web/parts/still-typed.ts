/** What stays in a form after it was saved: what was typed while the call was under way. */
export const stillTyped = <Typed extends object>(now: Typed, sent: Partial<Typed>): Partial<Typed> =>
  Object.fromEntries(
    Object.entries(now).filter(([name, text]) => text !== sent[name as keyof Typed]),
  ) as Partial<Typed>
