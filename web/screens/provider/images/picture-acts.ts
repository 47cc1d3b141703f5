import { pictures } from '#contract/pictures.ts'
import type { InputOf } from '#contract/route.ts'
import { pictureWords } from '#domain/requests/pictures.ts'
import { isRefusal, Refused, wordsFor } from '../../../api/client.ts'
import { download } from '../../../api/download.ts'
import { ask, queryClient } from '../../../api/queries.ts'
import { type UploadOptions, upload, uploadFailure } from '../../../api/upload.ts'
import type { Objection } from '../../../parts/form-errors.ts'
import { showToast } from '../../../ui/feedback/toast-store.ts'

/** Each of these says what to tell, or null if it went well. */
type Outcome = Promise<Objection | null>

export const noPictures: Objection = pictureWords['no-pictures']

export async function lookAt(id: string, onFound: () => void): Outcome {
  try {
    const { items } = await queryClient.fetchQuery({ ...ask(pictures.list, { id }), staleTime: 0 })
    onFound()
    return items.length === 0 ? noPictures : null
  } catch (error) {
    return isRefusal(error) && error.status === 404 ? noPictures : wordsFor(error)
  }
}

export async function downloadAll(id: string): Outcome {
  try {
    await download(pictures.all, { id })
  } catch (error) {
    return error instanceof Refused && [404, 422].includes(error.status) ? noPictures : wordsFor(error)
  }
  showToast({ text: 'Files Downloaded Successfully!', kind: 'success' }) // §8
  return null
}

export async function keepPicture(
  input: InputOf<typeof pictures.upload>,
  file: File,
  options: UploadOptions,
): Outcome {
  try {
    await upload(pictures.upload, input, file, options)
  } catch (error) {
    return { ...uploadFailure(error), field: isRefusal(error) ? error.answer.field : undefined }
  }
  showToast({ text: 'File Uploaded Successfully!', kind: 'success' }) // §8
  return null
}
