/** Installs the packages when they are missing or not those of the lock file. Runs on any Node from 20 on. */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('..', import.meta.url)
const at = (path) => new URL(path, root)
const lockFile = readFileSync(at('package-lock.json'), 'utf8')
const hiddenLock = at('node_modules/.package-lock.json')
// not "npm ci": it refuses a lock file that leaves out packages for other kinds of machines
const installation = ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
const noNetwork =
  "No network: the packages could not be fetched. Connect this machine (or set npm's registry), then try again."
const unfinished = at('node_modules/.crossmatch-installing')
const stampFile = at('node_modules/.crossmatch-installed')
const packagedNode = fileURLToPath(at('node_modules/.bin/node'))
const wantedNode = JSON.parse(lockFile).packages['node_modules/node'].version
const stamp = `${process.platform} ${process.arch} ${createHash('sha256').update(lockFile).digest('hex')}\n`

if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(`Node 20 or newer is needed; this is ${process.version}.`)
}
if (!isStamped()) {
  if (!isInstalled()) await install()
  checkPackagedNode()
  writeFileSync(stampFile, stamp)
}

function isStamped() {
  return existsSync(packagedNode) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp
}

/** npm keeps a copy of the lock file beside what it installed: somebody may have installed by hand. */
function isInstalled() {
  if (!existsSync(packagedNode) || !existsSync(hiddenLock)) return false
  const there = JSON.parse(readFileSync(hiddenLock, 'utf8')).packages
  return Object.entries(JSON.parse(lockFile).packages).every(
    ([path, { version, optional, devOptional }]) =>
      path === '' || optional || devOptional || there[path]?.version === version,
  )
}

async function install() {
  const started = Date.now()
  const seconds = () => Math.round((Date.now() - started) / 1000)
  console.log('Installing packages (the first time takes a minute or so)')
  const ticking = setInterval(() => console.log(`Installing packages … ${seconds()} s`), 5000)
  // a package that was cut short while it was unpacked looks complete to npm
  if (existsSync(unfinished)) rmSync(at('node_modules'), { recursive: true, force: true })
  const isOnline = await isRegistryThere()
  markUnfinished()
  const { code, said } = await npm([...installation, ...(isOnline ? [] : ['--offline'])])
  clearInterval(ticking)
  if (code !== 0) fail(isOnline ? reasonIn(said) : noNetwork)
  rmSync(unfinished)
  console.log(`Packages installed in ${seconds()} s`)
}

function markUnfinished() {
  try {
    mkdirSync(at('node_modules'), { recursive: true })
    writeFileSync(unfinished, '')
  } catch (error) {
    fail(reasonIn(error.message))
  }
}

/** Without a network npm takes minutes to say so; its cache may still hold everything. */
async function isRegistryThere() {
  if (Object.keys(process.env).some((name) => /^(npm_config_)?(https?[_-])?proxy$/i.test(name))) return true
  const { said } = await npm(['config', 'get', 'registry', '--loglevel=silent'])
  const address = said.trim().split('\n').at(-1)
  return fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(10_000) }).then(
    () => true,
    () => false,
  )
}

/** With the Node that npm itself runs on: the packaged one is about to be replaced. */
function npm(args) {
  const { npm_execpath: script = '', npm_node_execpath: node = '' } = process.env
  const [command, ...rest] = /npm-cli\.c?js$/.test(script) && existsSync(node) ? [node, script] : ['npm']
  return new Promise((resolve) => {
    const stdio = ['ignore', 'pipe', 'pipe']
    const child = spawn(command, [...rest, ...args], { cwd: root, stdio, detached: true })
    stopWith(child)
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        said = (said + text).slice(-20_000)
      })
    }
    child.on('error', (error) => resolve({ code: 1, said: error.message }))
    child.on('close', (code) => resolve({ code, said }))
  })
}

/** npm starts further processes: all of them go, and this one goes last. */
function stopWith(child) {
  const stop = () => {
    child.removeAllListeners('close').on('close', () => process.exit(130))
    signalGroup(child, 'SIGTERM')
    setTimeout(() => signalGroup(child, 'SIGKILL'), 5000)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop)
  child.on('exit', () => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop)
  })
}

function signalGroup({ pid }, signal) {
  try {
    process.kill(-pid, signal)
  } catch {
    // all of it has ended
  }
}

function reasonIn(said) {
  if (
    /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|FETCH_ERROR|network/i.test(
      said,
    )
  ) {
    return noNetwork
  }
  if (/EACCES|EPERM|EROFS/.test(said)) {
    return `No permission to install: this user must be able to write in ${fileURLToPath(at('node_modules'))} and in npm's cache.`
  }
  if (/ENOSPC/.test(said)) return 'The disk is full: the packages need about 500 MB.'
  return `The packages could not be installed. npm said:\n${said.trim()}`
}

function checkPackagedNode() {
  const { stdout, error } = spawnSync(packagedNode, ['--version'], { encoding: 'utf8' })
  if (stdout?.trim() === `v${wantedNode}`) return
  fail(
    `The packages bring Node ${wantedNode}, but it does not run on this machine ` +
      `(${process.platform} ${process.arch}: ${error?.message ?? stdout.trim()}).`,
  )
}

function fail(sentence) {
  console.error(`\n${sentence}`)
  process.exit(1)
}
