import { expect, test } from 'vitest'
import { codeFiles, parsed, type Source } from './source.ts'

function isBarrel(source: Source): boolean {
  if (/(^|\/)index\.tsx?$/.test(source.path)) return true
  const { body } = parsed(source).program
  const passesOn = body.filter(
    (each) =>
      each.type === 'ExportAllDeclaration' || (each.type === 'ExportNamedDeclaration' && !each.declaration),
  )
  const imports = body.filter((each) => each.type === 'ImportDeclaration')
  return passesOn.length > 0 && passesOn.length + imports.length === body.length
}

test('no file only passes on what others export', () => {
  expect(
    codeFiles()
      .filter(isBarrel)
      .map((file) => file.path),
  ).toEqual([])
})

test.each([
  ['web/ui/index.ts', 'export const x = 1'],
  ['web/ui/all.ts', "export * from './Table.tsx'"],
  ['web/ui/all.ts', "export { Table } from './Table.tsx'\nexport type { Column } from './Table.tsx'"],
  ['web/ui/all.ts', "import { Table } from './Table.tsx'\nexport { Table }"],
])('%s is a barrel: %s', (path, text) => {
  expect(isBarrel({ path, text })).toBe(true)
})

test.each([
  "import { x } from './x.ts'\nexport const y = x",
  "import './x.css'",
  "export type { A } from './a.ts'\nexport const b = 1",
])('no barrel: %s', (text) => {
  expect(isBarrel({ path: 'web/ui/x.ts', text })).toBe(false)
})
