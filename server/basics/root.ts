import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder of the whole, whether this runs from its source or from the one file that is built of it. */
const root = (function up(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : up(dirname(folder))
})(import.meta.dirname)

/** Where something lies that is read while it runs and is not code. */
export const fromRoot = (path: string): string => join(root, path)
