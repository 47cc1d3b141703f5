/** What is left of a form once it was saved: not what was sent, but what was typed while that was under way. */
export const stillTyped = <Typed extends object>(now: Typed, sent: Partial<Typed>): Partial<Typed> =>
  Object.fromEntries(
    Object.entries(now).filter(([name, text]) => text !== sent[name as keyof Typed]),
  ) as Partial<Typed>
