import { IconFile, IconUpload, IconX } from '@tabler/icons-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { FieldError } from './Field.tsx'
import classes from './FileDrop.module.css'
import { isAccepted } from './file-accept.ts'
import { sizeText } from './size-text.ts'

type FileDropProps = {
  label: string
  files: readonly File[]
  onChange: (files: File[]) => void
  /** Endings and types as in an input's accept: ".pdf", "image/png", "image/*". */
  accept?: readonly string[]
  multiple?: boolean
  help?: string
  error?: string | null
  /** For a form that must know of one that was not taken, and why. Else the zone tells of it by itself. */
  onRefused?: (file: File, why: string) => void
  /** The one that was not taken: it stands here until it is replaced or removed. */
  refused?: File | undefined
  /** Of the input, for who moves the focus to it. */
  id?: string
}

export function FileDrop({
  label,
  files,
  onChange,
  accept = [],
  multiple = false,
  help,
  error,
  onRefused,
  refused,
  ...rest
}: FileDropProps) {
  const ownId = useId()
  const id = rest.id ?? ownId
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [ownWrong, setOwnWrong] = useState<string | null>(null)
  const wrong = error ?? ownWrong

  function take(offered: readonly File[]) {
    const fit = offered.filter((file) => isAccepted(file, accept))
    const unfit = offered.find((file) => !fit.includes(file))
    const why = unfit ? `${unfit.name} is not a file of the right kind.` : null
    if (fit.length > 0) onChange(multiple ? [...files, ...fit] : fit.slice(0, 1))
    if (!onRefused) setOwnWrong(why)
    else if (unfit && why) onRefused(unfit, why)
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    take([...event.dataTransfer.files])
  }

  function remove(file: File) {
    onChange(files.filter((other) => other !== file))
    input.current?.focus()
  }

  return (
    <div>
      <label htmlFor={id} className={`medium block ${classes.label}`}>
        {label}
      </label>
      {wrong && <FieldError id={`${id}-error`}>{wrong}</FieldError>}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is the second way; the input inside is the first */}
      <div
        className={`dim row gap-12 ${classes.zone}`}
        data-over={isOver || undefined}
        data-wrong={Boolean(wrong) || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconUpload className={classes.sign} size={20} stroke={1.6} aria-hidden />
        <p id={`${id}-help`}>
          <span className={classes.choose}>Choose {multiple ? 'files' : 'a file'}</span> or drop{' '}
          {multiple ? 'them' : 'it'} here{help && <span className="small block">{help}</span>}
        </p>
        {/* over the whole zone, so that a press anywhere opens the dialog and the keyboard finds it */}
        <input
          ref={input}
          id={id}
          type="file"
          className={classes.input}
          accept={accept.join(',') || undefined}
          multiple={multiple}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? `${id}-error ${id}-help` : `${id}-help`}
          onChange={(event) => {
            take([...(event.currentTarget.files ?? [])])
            // the same file can be chosen again after it was removed
            event.currentTarget.value = ''
          }}
        />
      </div>
      <ChosenFiles files={files} refused={refused} remove={remove} />
    </div>
  )
}

function ChosenFiles({
  files,
  refused,
  remove,
}: Pick<FileDropProps, 'files' | 'refused'> & { remove: (file: File) => void }) {
  const shown = refused ? [...files, refused] : files
  if (shown.length === 0) return null
  return (
    <ul className={classes.files}>
      {shown.map((file) => (
        <li
          key={`${file.name} ${file.size} ${file.lastModified} ${file === refused}`}
          className={`row gap-8 ${classes.file}`}
          data-refused={file === refused || undefined}
        >
          <IconFile className={classes.sign} size={16} stroke={1.75} aria-hidden />
          <span className={`breaks fill ${classes.name}`}>{file.name}</span>
          <span className={`dim figures ${classes.size}`}>
            {file === refused ? 'Not taken' : sizeText(file.size)}
          </span>
          <button
            type="button"
            className={`dim still stack ${classes.remove}`}
            aria-label={`Remove ${file.name}`}
            onClick={() => remove(file)}
          >
            <IconX size={16} stroke={1.75} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}
