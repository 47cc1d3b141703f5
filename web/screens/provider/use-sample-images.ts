import { useState } from 'react'
import { pictures } from '#contract/pictures.ts'
import { topicOf } from '#contract/route.ts'
import { say, type Wording } from '#domain/basics/refusal.ts'
import { pictureEndings, uploadWords, whyNotUpload } from '#domain/basics/uploading.ts'
import {
  type PictureRefusal,
  type PictureState,
  pictureWords,
  whyNotPictureForm,
  whyNotPictureId,
} from '#domain/requests/pictures.ts'
import { isRefusal, Refused, wordsFor } from '../../api/client.ts'
import { download } from '../../api/download.ts'
import { ask, queryClient } from '../../api/queries.ts'
import { type Progress, upload, uploadFailure } from '../../api/upload.ts'
import { useUrlText } from '../../parts/use-url-text.ts'
import { showAlert } from '../../ui/alert-store.ts'
import { focusOn } from '../../ui/focus.ts'
import { showToast } from '../../ui/toast-store.ts'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'
import { idIn } from './use-typed-order.ts'

export type ImageField = 'requestId' | 'state' | 'name' | 'file'
type Errors = Partial<Record<ImageField, string>>
type Objection = Wording & { field?: string | undefined }
type Busy = 'view' | 'download' | 'upload'

export type SampleImages = ReturnType<typeof useSampleImages>

/** What the three buttons of Sample Images do, all of them with the order whose id is typed. */
export function useSampleImages() {
  /** Whose pictures are in view: kept in the address, so that they can be shown to a colleague. */
  const [viewed, setViewed] = useUrlText('request')
  const [requestId, setRequestId] = useState(viewed)
  const [state, setState] = useState<PictureState | null>(null)
  const [name, setName] = useState<string | null>(null)
  const [file, setFile] = useState<File>()
  const [errors, setErrors] = useState<Errors>({})
  const { doing, take } = useOneAtATime<Busy>()
  const [sending, setSending] = useState<(Progress & { stop: AbortController }) | null>(null)

  const mended = (...fields: ImageField[]) =>
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !fields.includes(field as ImageField))),
    )

  function type(text: string) {
    setRequestId(text)
    mended('requestId')
  }

  function chooseState(next: PictureState | null) {
    setState(next)
    setName(null)
    mended('state', 'name')
  }

  function chooseName(next: string | null) {
    setName(next)
    mended('name')
  }

  function chooseFile(next: File | undefined) {
    const refusal = next ? whyNotUpload(next, pictureEndings) : null
    if (refusal) return object({ ...say(uploadWords, refusal), field: 'file' })
    setFile(next)
    mended('file')
  }

  /** One thing at a time; what it returns is what to say. */
  async function act(what: Busy, refusal: PictureRefusal | null, doIt: () => Promise<Objection | null>) {
    if (refusal) {
      const gaps = refusal.code === 'form-incomplete' ? gapsIn({ state, name, file }) : undefined
      return object({ ...say(pictureWords, refusal), field: refusal.field }, gaps)
    }
    const objection = await take(what, doIt)
    if (objection) await object(objection)
  }

  const view = () =>
    act('view', whyNotPictureId(requestId), async () => {
      const id = idIn(requestId)
      if (id === undefined) return noPictures
      try {
        const { items } = await queryClient.fetchQuery({ ...ask(pictures.list, { id }), staleTime: 0 })
        setViewed(id)
        return items.length === 0 ? noPictures : null
      } catch (error) {
        return isRefusal(error) && error.status === 404 ? noPictures : wordsFor(error)
      }
    })

  const downloadAll = () =>
    act('download', whyNotPictureId(requestId), async () => {
      const id = idIn(requestId)
      if (id === undefined) return noPictures
      try {
        await download(pictures.all, { id })
      } catch (error) {
        return error instanceof Refused && [404, 422].includes(error.status) ? noPictures : wordsFor(error)
      }
      showToast({ text: 'Files Downloaded Successfully!', kind: 'success' }) // §8
      return null
    })

  const keep = () =>
    act('upload', whyNotPictureForm({ requestId, state, name, hasFile: file !== undefined }), async () => {
      const id = idIn(requestId)
      if (id === undefined) return { ...pictureWords['request-unknown'], field: 'requestId' }
      if (state === null || name === null || !file) return null
      const stop = new AbortController()
      const onProgress = (progress: Progress) => setSending({ ...progress, stop })
      onProgress({ sent: 0, total: file.size })
      try {
        const input = { id, state, name, fileName: file.name }
        await upload(pictures.upload, input, file, { onProgress, signal: stop.signal })
      } catch (error) {
        return { ...uploadFailure(error), field: isRefusal(error) ? error.answer.field : undefined }
      } finally {
        setSending(null)
      }
      showToast({ text: 'File Uploaded Successfully!', kind: 'success' }) // §8
      setFile(undefined)
      setViewed(id)
      await queryClient.invalidateQueries({ queryKey: [topicOf(pictures.list)] })
      return null
    })

  async function object({ field, ...words }: Objection, gaps?: Errors) {
    const wrong = fields.find((one) => one === field)
    setErrors(gaps ?? (wrong ? { [wrong]: words.text } : {}))
    await showAlert(words)
    if (wrong) focusOn(idOf(wrong))
  }

  return {
    ...{ requestId, viewed, state, name, file, errors, busy: doing, sending },
    ...{ type, chooseState, chooseName, chooseFile, view, downloadAll, keep },
  }
}

/** An incomplete form shows all its gaps, not only the first. */
const gapsIn = (form: {
  state: PictureState | null
  name: string | null
  file: File | undefined
}): Errors => ({
  ...(form.state === null && { state: choose }),
  ...(form.name === null && { name: choose }),
  ...(!form.file && { file: choose }),
})
const choose = 'Please choose one.'

const noPictures = pictureWords['no-pictures']

const fields: readonly ImageField[] = ['requestId', 'state', 'name', 'file']

export const idOf = (field: ImageField): string => `images-${field}`
