/** Rows of one statement: PostgreSQL takes 65,535 values, and a request has some thirty. */
export const perStatement = 500

export async function inParts<Row, Done>(
  rows: readonly Row[],
  write: (some: Row[]) => Promise<Done[]>,
): Promise<Done[]> {
  const done: Done[] = []
  for (let from = 0; from < rows.length; from += perStatement)
    done.push(...(await write(rows.slice(from, from + perStatement))))
  return done
}
