import { useState } from 'react'
import { pictures } from '#contract/pictures.ts'
import { topicOf } from '#contract/route.ts'
import { say } from '#domain/basics/refusal.ts'
import { pictureEndings, uploadWords, whyNotUpload } from '#domain/basics/uploading.ts'
import {
  type PictureRefusal,
  type PictureState,
  pictureWords,
  whyNotPictureForm,
  whyNotPictureId,
} from '#domain/requests/pictures.ts'
import { queryClient } from '../../../api/queries.ts'
import type { Progress } from '../../../api/upload.ts'
import type { Errors, Objection } from '../../../parts/form-errors.ts'
import { useForm } from '../../../parts/use-form.ts'
import { useUrlText } from '../../../parts/use-url-text.ts'
import { idIn } from '../use-typed-order.ts'
import { downloadAll, keepPicture, lookAt, noPictures } from './picture-acts.ts'

const fields = ['requestId', 'state', 'name', 'file'] as const
type Field = (typeof fields)[number]
type Draft = { requestId: string; state: PictureState | null; name: string | null; file: File | undefined }
const empty: Draft = { requestId: '', state: null, name: null, file: undefined }
type Act = 'view' | 'download' | 'upload'

export type SampleImages = ReturnType<typeof useSampleImages>

/** What the three buttons of Sample Images do, all of them with the order whose id is typed. */
export function useSampleImages() {
  /** Whose pictures are in view: kept in the address, so that they can be shown to a colleague. */
  const [viewed, setViewed] = useUrlText('request')
  const begun = { ...empty, requestId: viewed }
  const form = useForm<Draft, Field, Act>({ name: 'images', empty, begun, fields, gaps: gapsIn })
  const { requestId, state, name, file } = form.draft
  const [sending, setSending] = useState<(Progress & { stop: AbortController }) | null>(null)

  function chooseFile(next: File | undefined) {
    const refusal = next ? whyNotUpload(next, pictureEndings) : null
    if (refusal) return form.object({ ...say(uploadWords, refusal), field: 'file' })
    form.change({ file: next })
  }

  /** With the order of this id, if there can be one. What it returns is what to say. */
  async function act(
    as: Act,
    refusal: PictureRefusal | null,
    doIt: (id: string) => Promise<Objection | null>,
  ) {
    if (refusal) return form.refuse(pictureWords, refusal)
    const id = idIn(requestId)
    const unknown = as === 'upload' ? unknownOrder : noPictures
    const objection = await form.send(async () => (id === undefined ? unknown : doIt(id)), { as })
    if (objection) await form.object(objection)
  }

  async function keep(id: string): Promise<Objection | null> {
    if (state === null || name === null || !file) return null
    const stop = new AbortController()
    const onProgress = (progress: Progress) => setSending({ ...progress, stop })
    onProgress({ sent: 0, total: file.size })
    const input = { id, state, name, fileName: file.name }
    const failure = await keepPicture(input, file, { onProgress, signal: stop.signal })
    setSending(null)
    if (failure) return failure
    form.setDraft((before) => ({ ...before, file: undefined }))
    setViewed(id)
    await queryClient.invalidateQueries({ queryKey: [topicOf(pictures.list)] })
    return null
  }

  const hasFile = file !== undefined
  return {
    ...form,
    viewed,
    sending,
    chooseFile,
    view: () => act('view', whyNotPictureId(requestId), (id) => lookAt(id, () => setViewed(id))),
    downloadAll: () => act('download', whyNotPictureId(requestId), downloadAll),
    keep: () => act('upload', whyNotPictureForm({ requestId, state, name, hasFile }), keep),
  }
}

const unknownOrder: Objection = { ...pictureWords['request-unknown'], field: 'requestId' }

const gapsIn = ({ state, name, file }: Draft): Errors<Field> => ({
  ...(state === null && { state: choose }),
  ...(name === null && { name: choose }),
  ...(!file && { file: choose }),
})
const choose = 'Please choose one.'
