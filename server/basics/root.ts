import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder of the whole, whether this runs from its source or from the one file that is built of it. */
const root = (function up(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  if (dirname(folder) === folder) throw new Error('package.json is missing')
  return up(dirname(folder))
})(import.meta.dirname)

/** Where something lies that is read while it runs and is not code. */
export const fromRoot = (path: string): string => join(root, path)
