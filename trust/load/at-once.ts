/** Does all of them, so many at a time. */
export async function atOnce<Item>(
  items: readonly Item[],
  most: number,
  act: (item: Item) => Promise<void>,
): Promise<void> {
  const left = [...items]
  await Promise.all(
    Array.from({ length: most }, async () => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) await act(one)
    }),
  )
}
