import { execFileSync } from 'node:child_process'
import { dirname } from 'node:path'
import { codeFiles, importsOf, isTest, reachedFrom, type Source } from '../checks/source.ts'
import { root } from './children.ts'

export type Touched = {
  /** Test files of rules and stories, the nearest to the change first. */
  tests: string[]
  /** Browser scenes of the screens that are reached. */
  scenes: string[]
}

/** Files since the given commit; without one since the branch left `origin/main`, or else those of the last commit. */
export function changedSince(since?: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const diff = (from: string) => [
    ...git('diff', '--name-only', '--diff-filter=d', '-z', from).split('\0'),
    ...git('ls-files', '--others', '--exclude-standard', '-z').split('\0'),
  ]
  const named = (paths: string[]) => [...new Set(paths.filter((path) => path !== ''))].sort()
  if (since) return named(diff(since))
  const now = named(diff(forkOf(git)))
  return now.length > 0 ? now : named(diff('HEAD~1'))
}

function forkOf(git: (...args: string[]) => string): string {
  try {
    return git('merge-base', 'HEAD', 'origin/main').trim()
  } catch {
    return 'HEAD'
  }
}

/**
 * Where everything comes together. Nothing is followed through these, or every change would touch every story; a
 * change in one of them touches those that import it.
 */
const joints =
  /^(server\/(app|handlers|worker|main|prepare)\.ts|contract\/(contract|routes)\.ts|testing\/|server\/demo\/|bench\/|web\/(routes|screen-looks|main|Dashboard)\.tsx|e2e\/(parts|pages)\/|scripts\/)/

/** Screens that are no topic of the dashboard, and who opens them. */
const elsewhere: [folder: string, scenes: RegExp][] = [
  ['web/screens/donor/', /^e2e\/donor\//],
  ['web/screens/driving/', /^e2e\/driver\//],
  ['web/screens/home/', /^e2e\/.*home/],
  ['web/screens/public/', /^e2e\/.*(sign-|reset)/],
  ['web/screens/account/', /^e2e\/.*own-account/],
]

/**
 * What a change touches:
 * - every test that reaches it by imports, joints aside;
 * - the stories beside each file of the server that it reaches, because they come in through the service: of several
 *   only those with the name of a changed file (`approving.ts`, `approving.test.ts`), where there are such;
 * - the scenes of each screen of the dashboard that it reaches, in the folder of the screen's person: those with the
 *   name of the screen's folder, or else those that name its address, themselves or in a page helper they import.
 */
export function touchedBy(changed: string[], files: Source[] = codeFiles()): Touched {
  const reached = [...reachedFrom(changed, files, (path) => joints.test(path))]
  const stems = changed.map(stemOf)
  const beside = (path: string) => {
    const stories = files
      .map((file) => file.path)
      .filter((story) => isRunByVitest(story) && dirname(story) === dirname(path))
    const named = stories.filter((story) => stems.some((stem) => stemOf(story).startsWith(stem)))
    return named.length > 0 ? named : stories
  }
  const stories = reached
    .filter((path) => path.startsWith('server/') && !isTest(path) && !joints.test(path))
    .flatMap(beside)
  return {
    tests: [...new Set([...reached.filter(isRunByVitest), ...stories])],
    scenes: scenesOf(changed, reached, files),
  }
}

const isRunByVitest = (path: string) => /\.test\.ts$/.test(path)
const isScene = (path: string) => /^e2e\/.*\.e2e\.ts$/.test(path)
const stemOf = (path: string) => path.replace(/^.*\//, '').replace(/\..*$/, '')

function scenesOf(changed: string[], reached: string[], files: Source[]): string[] {
  const fileAt = new Map(files.map((file) => [file.path, file]))
  const scenes = files.map(({ path }) => path).filter(isScene)
  const isReached = (folder: string) => reached.some((path) => path.startsWith(folder) && !isTest(path))
  const opens = (address: RegExp) => (path: string) => {
    const scene = fileAt.get(path)
    const helpers = scene ? importsOf(scene).filter(({ to }) => to.startsWith('e2e/pages/')) : []
    return [scene, ...helpers.map(({ to }) => fileAt.get(to))].some((file) => address.test(file?.text ?? ''))
  }
  const ofTopics = [...(fileAt.get('web/screen-looks.tsx')?.text ?? '').matchAll(topicShape)].flatMap(
    ([, id, person = '', folder = '']) => {
      if (!isReached(`web/screens/${person}/${folder}/`)) return []
      const theirs = scenes.filter((scene) => scene.startsWith(`e2e/${person}/`))
      const named = theirs.filter((scene) => stemOf(scene).startsWith(folder))
      return named.length > 0 ? named : theirs.filter(opens(new RegExp(`/dashboard/\\w+/${id}\\b`)))
    },
  )
  const ofOthers = elsewhere.flatMap(([folder, shape]) =>
    isReached(folder) ? scenes.filter((scene) => shape.test(scene)) : [],
  )
  return [...new Set([...changed.filter(isScene), ...ofTopics, ...ofOthers])].filter((scene) =>
    fileAt.has(scene),
  )
}

/** `approval: { …, ...screenIn(() => import('./screens/hospital/approval/ApprovalScreen.tsx')` */
const topicShape = /^ {2}(\w+): \{[^}]*?import\('\.\/screens\/([\w-]+)\/([\w-]+)\/\w+\.tsx'\)/gm
