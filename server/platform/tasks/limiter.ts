/** Lets so many acts run at once; the others wait their turn, in the order they came. */
export function limiter(atOnce: number) {
  const waiting: (() => void)[] = []
  let free = atOnce
  return async <Result>(act: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free--
    else await new Promise<void>((begin) => waiting.push(begin))
    try {
      return await act()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
