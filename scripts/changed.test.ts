import { expect, test } from 'vitest'
import type { Source } from '../checks/source.ts'
import { touchedBy } from './changed.ts'

const file = (path: string, ...imports: string[]): Source => ({
  path,
  text: imports.map((from) => `import '#${from}'`).join('\n'),
})

const files = [
  file('domain/requests/approving.ts'),
  file('domain/requests/approving.test.ts', 'domain/requests/approving.ts'),
  file('domain/stock/levels.test.ts', 'domain/stock/levels.ts'),
  file('server/requests/handlers.ts', 'domain/requests/approving.ts'),
  file('server/app.ts', 'server/requests/handlers.ts'),
  file('testing/harness/service.ts', 'server/app.ts'),
  file('server/requests/approving.test.ts', 'testing/harness/service.ts'),
  file('server/requests/linking.test.ts', 'testing/harness/service.ts'),
  file('server/stock/stock.test.ts', 'testing/harness/service.ts'),
  file('web/screens/hospital/approval/ApprovalScreen.tsx', 'domain/requests/approving.ts'),
  file('web/screens/provider/linking/LinkScreen.tsx'),
  {
    path: 'web/screen-looks.tsx',
    text: `const looks = {
  approval: {
    icon: 1, ...screenIn(() => import('./screens/hospital/approval/ApprovalScreen.tsx'), 'ApprovalScreen'),
  },
  linkBloodBank: {
    icon: 2, ...screenIn(() => import('./screens/provider/linking/LinkScreen.tsx'), 'LinkScreen'),
  },
}`,
  },
  file('e2e/hospital/approval.e2e.ts'),
  file('e2e/provider/link.e2e.ts', 'e2e/pages/link-form.ts'),
  { path: 'e2e/pages/link-form.ts', text: "export const linkPath = '/dashboard/admin/linkBloodBank'" },
  file('e2e/donor/form.e2e.ts'),
  file('web/screens/donor/form.ts'),
]

test.each<[string, string, string[], string[]]>([
  [
    'a rule: its tests, the story of its name, the scenes of the screens that ask it',
    'domain/requests/approving.ts',
    ['domain/requests/approving.test.ts', 'server/requests/approving.test.ts'],
    ['e2e/hospital/approval.e2e.ts'],
  ],
  [
    'a handler: the stories beside it',
    'server/requests/handlers.ts',
    ['server/requests/approving.test.ts', 'server/requests/linking.test.ts'],
    [],
  ],
  [
    'a screen: the scenes that name its address in a helper',
    'web/screens/provider/linking/LinkScreen.tsx',
    [],
    ['e2e/provider/link.e2e.ts'],
  ],
  ['a public page: the scenes of its person', 'web/screens/donor/form.ts', [], ['e2e/donor/form.e2e.ts']],
  ['a scene: itself', 'e2e/hospital/approval.e2e.ts', [], ['e2e/hospital/approval.e2e.ts']],
  ['a document: nothing', 'docs/architecture.md', [], []],
])('%s', (_, changed, tests, scenes) => {
  const touched = touchedBy([changed], files)
  expect([touched.tests.toSorted(), touched.scenes]).toEqual([tests, scenes])
})
