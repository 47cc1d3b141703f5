import { spawn, spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

// without the parts of a window it takes half the time
const shell = 'chromium-headless-shell'
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const aptGet = 'apt-get'
const macPath = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** The Chromium that is there: the one named by CHROMIUM_PATH, the system's, or Playwright's own. */
export function findChromium(): string | null {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const folders = (process.env.PATH ?? '').split(':')
  const installed = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...installed, macPath, chromium.executablePath()].find(isProgram) ?? null
}

/** Finds a Chromium or installs one; null with a sentence said when there is no way. */
export async function ensureChromium(): Promise<string | null> {
  const there = findChromium()
  if (there)
    return runs(there)
      ? there
      : complain(`${there} does not run as a browser; set CHROMIUM_PATH to one that does.`)
  for (const [name, steps] of waysToInstall()) {
    console.log(`Installing Chromium with ${name}`)
    const failures = []
    for (const [command, ...args] of steps) failures.push(...(await install(command, args)))
    const found = findChromium()
    if (found && runs(found)) return found
    const lines = failures.join('\n').trim().split('\n')
    console.log(
      `${name} brought no Chromium: ${lines.find((line) => /error|^E:/i.test(line)) ?? lines.at(-1)}`,
    )
  }
  return complain(
    'No Chromium was found or could be installed: install one, or set CHROMIUM_PATH to its program.',
  )
}

type Step = [command: string, ...args: string[]]

function waysToInstall(): [name: string, steps: Step[]][] {
  const playwright = join(import.meta.dirname, '..', 'node_modules', '@playwright', 'test', 'cli.js')
  const own: [string, Step[]] = ['Playwright', [[process.execPath, playwright, 'install', 'chromium']]]
  const isDebianRoot = process.getuid?.() === 0 && spawnSync(aptGet, ['--version']).status === 0
  if (!isDebianRoot) return [own]
  const update: Step = [aptGet, 'update', '-q']
  const install = (name: string): Step => [aptGet, 'install', '-q', '-y', '--no-install-recommends', name]
  // an older Debian has the whole browser only
  return [[aptGet, [update, install(shell)]], [aptGet, [install('chromium')]], own]
}

/** Returns what it said if it failed. */
async function install(command: string, args: string[]): Promise<string[]> {
  const started = performance.now()
  const ticking = setInterval(() => {
    console.log(`Installing Chromium … ${Math.round((performance.now() - started) / 1000)} s`)
  }, 5000)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const stop = (signal: NodeJS.Signals) => {
    child.kill(signal)
    process.exit(130)
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4000)
    })
  }
  const code = await new Promise((resolve) => child.on('close', resolve).on('error', () => resolve(1)))
  clearInterval(ticking)
  process.off('SIGINT', stop).off('SIGTERM', stop)
  return code === 0 ? [] : [said]
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** A distribution may put a placeholder under the name that only explains how to install it. */
const runs = (path: string) =>
  /\d+\.\d+/.test(spawnSync(path, ['--version', '--no-sandbox'], { encoding: 'utf8' }).stdout ?? '')

function complain(sentence: string): null {
  console.error(sentence)
  return null
}
