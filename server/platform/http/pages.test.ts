import { expect, test } from 'vitest'
import { aService } from '#testing/harness/service.ts'
import { dashboardLinks, headersOfFile } from './pages.ts'

test('a file of another build is not there, and is not answered with the page', async () => {
  const { anonymous } = await aService({ settings: { ROLE: 'web' } })
  const { status, headers } = await anonymous.raw('GET', '/assets/RaiseScreen-of-yesterday.js')
  expect([status, headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8'])
})

test('the page of the dashboard names its scripts and its sheets, layer by layer, and no screen', () => {
  const files = [
    'kit-CDAB1Dq-.js',
    'kit-BgBpyJ_V.css',
    'app-Dg2pH4BQ.js',
    'kit-BgBpyJ_V.css.br',
    'RaiseScreen-nXeU6bG4.js',
  ]
  expect(dashboardLinks(files)).toBe(
    [
      '<link rel="modulepreload" crossorigin href="/assets/app-Dg2pH4BQ.js">',
      '<link rel="modulepreload" crossorigin href="/assets/kit-CDAB1Dq-.js">',
      '<link rel="stylesheet" crossorigin href="/assets/kit-BgBpyJ_V.css">',
    ].join(''),
  )
})

test.each([
  ['/app/dist/web/assets/camera-worker-Dg2pH4BQ.js', true],
  ['/app/dist/web/assets/camera-worker-Dg2pH4BQ.js.br', true],
  ['/app/dist/web/assets/app-Dg2pH4BQ.js', false],
  ['/app/dist/web/dashboard-worker.js', false],
])('T58 of our files only the worker that reads codes may compile bytes: %s', (path, may) => {
  const policy = headersOfFile(path)['content-security-policy']
  expect(policy?.includes("script-src 'self' 'wasm-unsafe-eval';") ?? false).toBe(may)
})
