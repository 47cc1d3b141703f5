import { z } from 'zod'
import { FileName, largestFile } from '#domain/basics/uploading.ts'
import { isProvider } from '#domain/people/actor.ts'
import { PictureName, PictureState } from '#domain/requests/pictures.ts'
import { RequestId } from '#domain/requests/request.ts'
import { nothing } from './answers.ts'
import { route } from './route.ts'

export const Picture = z.object({
  /** Of which delivery. */
  seq: z.number().int(),
  /** Above 0 where a driver sent it who had lost the order by then: it lies beside the order's own. */
  aside: z.number().int(),
  state: PictureState,
  name: z.string(),
  bytes: z.number().int(),
  takenAt: z.coerce.date(),
  takenBy: z.string(),
})
export type Picture = z.infer<typeof Picture>

const OnePicture = z.strictObject({ id: RequestId, state: PictureState, name: PictureName })

export const pictures = {
  types: route({
    method: 'GET',
    path: '/api/picture-types',
    summary: 'What is photographed in each state of an order',
    who: isProvider,
    input: nothing,
    output: z.object({ items: z.array(z.object({ state: PictureState, name: z.string() })) }),
  }),
  list: route({
    method: 'GET',
    path: '/api/requests/:id/pictures',
    summary: 'The pictures of an order',
    who: isProvider,
    input: z.strictObject({ id: RequestId }),
    output: z.object({ items: z.array(Picture) }),
  }),
  file: route({
    method: 'GET',
    path: '/api/requests/:id/pictures/:state/:name',
    summary: 'One picture',
    who: isProvider,
    /** The time it was taken makes another address of it, so that a browser asks again when it was replaced. */
    input: OnePicture.extend({
      seq: z.coerce.number().int().min(1).max(100).default(1),
      aside: z.coerce.number().int().min(0).max(1_000).default(0),
      taken: z.string().max(40).optional(),
    }),
    output: z.unknown(),
    givesFile: true,
  }),
  all: route({
    method: 'GET',
    path: '/api/requests/:id/pictures.zip',
    summary: 'All pictures of an order in one archive',
    who: isProvider,
    input: z.strictObject({ id: RequestId }),
    output: z.unknown(),
    givesFile: true,
  }),
  upload: route({
    method: 'PUT',
    path: '/api/requests/:id/pictures/:state/:name',
    summary: 'Keep a picture of an order: a JPEG or PNG of at most 10 MB; replaces the one before',
    who: isProvider,
    input: OnePicture.extend({ fileName: FileName }),
    output: Picture,
    takesFile: { maxBytes: largestFile },
  }),
}
