import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { type ESTree, parseSync } from 'rolldown/utils'

export const root = join(import.meta.dirname, '..')

/** A file of the repository; `path` is relative to its root, with forward slashes. */
export interface Source {
  path: string
  text: string
}

/** What a file takes from another one. `to` is a path of the repository, or the name of a package. */
export interface Import {
  to: string
  isPackage: boolean
  names: string[]
}

/** Tracked files and those that will be: what a clone would hold. */
export function repositoryPaths(): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return [...new Set(listed.split('\0'))].filter((path) => path !== '' && existsSync(join(root, path))).sort()
}

export const read = (path: string): Source => ({ path, text: readFileSync(join(root, path), 'utf8') })

const codeFolders = /^(domain|contract|server|web|testing|trust|e2e|checks|bench|scripts)\//

let code: Source[] | null = null

/** Read once: most of the checks look at all of it. */
export function codeFiles(): Source[] {
  code ??= repositoryPaths()
    .filter((path) => codeFolders.test(path) && /\.tsx?$/.test(path))
    .map(read)
  return code
}

export const isTest = (path: string): boolean => /\.(test|long)\.tsx?$/.test(path) || path.startsWith('e2e/')

/** Type-only imports count like any other: a wall that types may cross is no wall. */
export function importsOf(source: Source): Import[] {
  const { path, text } = source
  const { module, program } = parsed(source)
  const found: Import[] = []
  const add = (specifier: string, names: string[]) => found.push({ ...resolve(path, specifier), names })

  for (const each of module.staticImports)
    add(
      each.moduleRequest.value,
      each.entries.map((entry) => entry.importName.name ?? '*'),
    )
  for (const each of module.staticExports) {
    const from = each.entries.find((entry) => entry.moduleRequest)?.moduleRequest
    if (from)
      add(
        from.value,
        each.entries.map((entry) => entry.importName.name ?? '*'),
      )
  }
  if (!/\bimport\s*\(/.test(text)) return found

  walk(program, (node) => {
    if (node.type !== 'ImportExpression' && node.type !== 'TSImportType') return
    if (node.source.type === 'Literal' && typeof node.source.value === 'string') add(node.source.value, ['*'])
  })
  return found
}

/**
 * The given files and whoever reaches them by imports, by the fewest steps first. Through an end nothing is followed,
 * unless it was given.
 */
export function reachedFrom(
  paths: string[],
  files: Source[],
  isEnd: (path: string) => boolean = () => false,
): Set<string> {
  const users = new Map<string, string[]>()
  for (const file of files)
    for (const { to, isPackage } of importsOf(file))
      if (!isPackage) users.set(to, [...(users.get(to) ?? []), file.path])
  const reached = new Set(paths)
  // a set goes on with what is added while it is walked
  for (const path of reached) {
    if (isEnd(path) && !paths.includes(path)) continue
    for (const user of users.get(path) ?? []) reached.add(user)
  }
  return reached
}

function resolve(path: string, specifier: string): { to: string; isPackage: boolean } {
  const bare = specifier.replace(/\?.*$/, '')
  if (bare.startsWith('.')) return { to: posix.join(posix.dirname(path), bare), isPackage: false }
  if (bare.startsWith('#')) return { to: bare.slice(1), isPackage: false }
  const parts = bare.split('/')
  return { to: parts.slice(0, bare.startsWith('@') ? 2 : 1).join('/'), isPackage: true }
}

const trees = new WeakMap<Source, ReturnType<typeof parseSync>>()

/** Throws on a file that does not parse, so that no check passes for want of reading. */
export function parsed(source: Source) {
  const { path, text } = source
  const result = trees.get(source) ?? parseSync(path, text)
  trees.set(source, result)
  const error = result.errors.find((each) => each.severity === 'Error')
  if (error) throw new Error(`${path} does not parse: ${error.message}`)
  return result
}

export type Node = ESTree.Node

export function walk(node: Node, visit: (node: Node, parent: Node | null) => void): void {
  step(node, null)

  function step(current: Node, parent: Node | null) {
    visit(current, parent)
    for (const value of Object.values(current))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) step(child, current)
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

export const lineOf = ({ text }: Source, offset: number): number => text.slice(0, offset).split('\n').length

/** `path:line` of every node that the question names a fault in. */
export function faultsIn(
  source: Source,
  fault: (node: Node, parent: Node | null) => string | null,
): string[] {
  const faults: string[] = []
  walk(parsed(source).program, (node, parent) => {
    const said = fault(node, parent)
    if (said) faults.push(`${source.path}:${lineOf(source, node.start)} ${said}`)
  })
  return faults
}
