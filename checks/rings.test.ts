import { expect, test } from 'vitest'
import { codeFiles, importsOf, type Source } from './source.ts'

/** Groups of files that reach each other by imports, each sorted (Tarjan's algorithm). */
function ringsAmong(files: Source[]): string[][] {
  const targets = new Map(
    files.map((file) => [file.path, importsOf(file).flatMap(({ to, isPackage }) => (isPackage ? [] : [to]))]),
  )
  const rings: string[][] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []

  for (const path of targets.keys()) if (!order.has(path)) visit(path)
  return rings

  function visit(path: string) {
    order.set(path, order.size)
    lowest.set(path, rank(path))
    open.push(path)
    for (const target of targets.get(path) ?? []) {
      if (!targets.has(target)) continue
      if (!order.has(target)) visit(target)
      if (open.includes(target)) lowest.set(path, Math.min(low(path), low(target)))
    }
    if (low(path) !== rank(path)) return
    const group = open.splice(open.indexOf(path))
    if (group.length > 1 || targets.get(path)?.includes(path)) rings.push(group.sort())
  }

  function rank(path: string) {
    return order.get(path) ?? 0
  }
  function low(path: string) {
    return lowest.get(path) ?? 0
  }
}

test('no file reaches itself by imports', () => {
  expect(ringsAmong(codeFiles())).toEqual([])
})

test('a ring over three files is seen, types and lazy imports too', () => {
  const ring = [
    { path: 'web/a.ts', text: "import type { B } from './b.ts'" },
    { path: 'web/b.ts', text: "export { c } from '#web/c.ts'" },
    { path: 'web/c.ts', text: "export const a = () => import('./a.ts')" },
    { path: 'web/d.ts', text: "import { a } from './a.ts'" },
  ]
  expect(ringsAmong(ring)).toEqual([['web/a.ts', 'web/b.ts', 'web/c.ts']])
  expect(ringsAmong(ring.slice(1))).toEqual([])
})

test('a file that imports itself is a ring', () => {
  expect(ringsAmong([{ path: 'web/a.ts', text: "import { x } from './a.ts'" }])).toEqual([['web/a.ts']])
})
