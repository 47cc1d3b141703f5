import { spawn, spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildAllIfStale } from '../../scripts/build.ts'
import { root } from '../../scripts/children.ts'
import { freePort } from './process.ts'
import { aDatabase } from './started.ts'

const dockerfile = await readFile(join(root, 'Dockerfile'), 'utf8')
const node = join(root, 'node_modules/node/bin/node')

/** Files that are read-only bind everybody but root. A clone below a closed folder is root's alone. */
function asNobody() {
  const ids = { uid: 65_534, gid: 65_534 }
  const isOpen = process.getuid?.() === 0 && spawnSync(node, ['--version'], ids).status === 0
  return isOpen ? ids : {}
}

test('F26 T69 the image has exact versions, no root, and its command serves from files that it cannot change', async () => {
  const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
  expect(new Set(bases)).toEqual(new Set([`node:${dependencies.node}-slim`]))
  expect(dockerfile).toMatch(/^USER node$/m)
  const compose = await readFile(join(root, 'compose.yaml'), 'utf8')
  expect(compose).toContain('read_only: true')
  expect(compose).toMatch(/image: postgres:\d+\.\d+/)

  expect(await buildAllIfStale()).toBe(true)
  const [place, data] = [await aRoom(), await aRoom()]
  const app = join(place, 'app')
  await mkdir(app)
  // what the last stage copies
  for (const [, from = ''] of dockerfile.matchAll(
    /^COPY (?:--from=build \/app\/)?(package\.json|dist|domain|contract|server) /gm,
  ))
    await cp(join(root, from), join(app, from), { recursive: true })
  await symlink(join(root, 'node_modules'), join(app, 'node_modules'))
  await readOnly(app)
  await chmod(data, 0o777)

  const database = await aDatabase()
  const port = String(await freePort())
  const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? []
  const [program, ...args]: string[] = JSON.parse(command)
  expect(program).toBe('node')
  const child = spawn(node, args, {
    cwd: app,
    env: {
      ...{ PORT: port, DATA_DIR: data, DATABASE_URL: database.url, AUTH_SECRET: 'x'.repeat(32) },
      // it compiles into a folder of its own in the image
      ...{ NODE_ENV: 'production', LOG_LEVEL: 'warn', NODE_COMPILE_CACHE: join(data, 'compiled') },
      PATH: process.env.PATH ?? '',
    },
    ...asNobody(),
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  onTestFinished(() => void child.kill('SIGKILL'))
  const answer = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status,
      () => said,
    )
  await expect.poll(answer, { timeout: 60_000 }).toBe(200)
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

async function aRoom(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'crossmatch-image-'))
  await chmod(folder, 0o755)
  onTestFinished(async () => {
    spawnSync('chmod', ['-R', 'u+w', folder])
    await rm(folder, { recursive: true, force: true })
  })
  return folder
}

async function readOnly(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) await chmod(path, 0o444)
    else if (entry.isDirectory()) await chmod(path, 0o555)
  }
  await chmod(folder, 0o555)
}
