import { IconDownload } from '@tabler/icons-react'
import type { InputOf, Route } from '#contract/route.ts'
import { SheetForm } from '#domain/basics/sheet.ts'
import { wordsFor } from '../api/client.ts'
import { download } from '../api/download.ts'
import { showAlert } from '../ui/feedback/alert-store.ts'
import { PushMenu } from '../ui/fields/PushMenu.tsx'
import { useOneAtATime } from '../ui/use-one-at-a-time.ts'

type SheetDownloadProps<R extends Route> = {
  route: R
  /** The filter of the screen. */
  input: Omit<InputOf<R>, 'as'>
  forms?: readonly string[]
  label?: string
  disabled?: boolean
  isShort?: boolean
}

/** The list before one's eyes as a file: all that its filter has, also what is not loaded. */
export function SheetDownload<R extends Route>(props: SheetDownloadProps<R>) {
  const {
    route,
    input,
    forms = SheetForm.options,
    label = 'Download',
    disabled = false,
    isShort = false,
  } = props
  const { doing, take } = useOneAtATime<'file'>()
  const give = (as: string) =>
    take('file', () =>
      download(route, { ...input, as } as InputOf<R>).catch((error) => showAlert(wordsFor(error))),
    )
  return (
    <PushMenu
      label={label}
      icon={<IconDownload size={16} stroke={1.75} aria-hidden />}
      loading={doing !== null}
      disabled={disabled}
      isShort={isShort}
      acts={forms.map((as) => ({ label: as.toUpperCase(), onPick: () => void give(as) }))}
    />
  )
}
