/** After the next paint: what has the id may only just be coming. */
export const focusOn = (id: string): void =>
  void requestAnimationFrame(() => document.getElementById(id)?.focus())
