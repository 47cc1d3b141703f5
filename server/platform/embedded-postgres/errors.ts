/** A start that cannot succeed; its message is one plain sentence for the person at the terminal. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Turns what the system or PostgreSQL said into a sentence with the cure in it. */
export function startErrorFor(cause: unknown, folder: string): StartError {
  if (cause instanceof StartError) return cause
  const said = cause instanceof Error ? cause.message : String(cause)
  const [, cure] = cures.find(([pattern]) => pattern.test(said)) ?? []
  return new StartError(cure ? `${cure(folder)} (${lastWords(said)})` : lastWords(said), { cause })
}

const cures: [RegExp, (folder: string) => string][] = [
  [/ENOSPC|EDQUOT|No space left|Disk quota/i, (folder) => `The disk that holds ${folder} is full.`],
  [/EROFS|Read-only file system/i, (folder) => `${folder} lies on a read-only disk.`],
  [
    /EACCES|EPERM|Permission denied|not permitted|wrong ownership/i,
    (folder) =>
      `No permission to use the data folder ${folder}: it must belong to the user who starts the app.`,
  ],
  [/ENOTDIR|EEXIST/, (folder) => `The data folder ${folder} cannot be made: a file stands in its way.`],
  [
    /password authentication failed/i,
    (folder) =>
      `The password kept in ${folder} does not open the database there: put back the file that belongs to it.`,
  ],
  [
    /database files are incompatible|initialized by PostgreSQL version/i,
    (folder) =>
      `The database in ${folder} was made by another version of PostgreSQL: move it with pg_dump, or set DATABASE_URL.`,
  ],
  [
    /pre-existing shared memory|lock file .* already exists/i,
    (folder) => `Processes of an earlier PostgreSQL still run on ${folder}: end them, then start again.`,
  ],
  [
    /could not create shared memory|could not create semaphores/i,
    () => 'The system has no shared memory left for PostgreSQL.',
  ],
]

/** The last line that tells the reason; PostgreSQL prints hints and its own farewell around it. */
function lastWords(said: string): string {
  const lines = said.split('\n').map((line) => line.trim())
  const telling = lines.filter((line) => /FATAL|PANIC|error:|ERROR/.test(line)).at(-1)
  return (telling ?? lines.find((line) => line !== '') ?? 'no reason was given').replace(
    /^.*?(FATAL|PANIC):\s*/,
    '',
  )
}
