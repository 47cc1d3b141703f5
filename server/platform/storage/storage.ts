import { join } from 'node:path'
import type { Files } from '../../basics/files.ts'
import type { Settings } from '../settings.ts'
import { filesOnDisk } from './files.ts'
import { filesInS3 } from './files-s3.ts'

/** Where the settings say that files lie. */
export const filesOf = ({ DATA_DIR, s3 }: Pick<Settings, 'DATA_DIR' | 's3'>): Files =>
  s3 ? filesInS3(s3) : filesOnDisk(join(DATA_DIR, 'files'))
