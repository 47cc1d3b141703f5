import type { Db } from '../db/database.ts'
import type { StoredFiles } from '../db/stored-files.ts'

export type Tally = { read: number; written: number; skipped: number; bad: number }
export type Bad = { file: string; line: number | null; why: string }
export type Progress = { file: string; done: number; of: number; read: number }

export type ImportParts = {
  db: Db
  files: StoredFiles
  folder: string
  /** Everything is read and asked, nothing is written. */
  isDryRun: boolean
  now: Date
  onBad: (bad: Bad) => void
  onProgress: (progress: Progress) => void
}
