import { IconDownload, IconInfoCircle, IconPhoto } from '@tabler/icons-react'
import { pictures } from '#contract/pictures.ts'
import { pictureEndings } from '#domain/basics/uploading.ts'
import { pictureStates, pictureStateText } from '#domain/requests/pictures.ts'
import { wordsFor } from '../../../api/client.ts'
import { useLive } from '../../../api/queries.ts'
import { LiveNow } from '../../../parts/LiveNow.tsx'
import { Timestamp } from '../../../parts/Timestamp.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { UploadProgress } from '../../../ui/feedback/UploadProgress.tsx'
import { Dropdown } from '../../../ui/fields/Dropdown.tsx'
import { FileDrop } from '../../../ui/fields/FileDrop.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { FormCell, FormFoot, FormNote, FormSection } from '../../../ui/fields/FormSection.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { PageHead } from '../../../ui/frame/PageHead.tsx'
import layout from '../ByOrder.module.css'
import { OrderBrief } from '../OrderBrief.tsx'
import { idIn, useTypedOrder } from '../use-typed-order.ts'
import { PictureGallery } from './PictureGallery.tsx'
import classes from './SampleImagesScreen.module.css'
import { type SampleImages, useSampleImages } from './use-sample-images.ts'

const stateOptions = pictureStates.map((state) => ({ value: state, label: pictureStateText(state) }))

export function SampleImagesScreen({ title }: { title: string }) {
  const images = useSampleImages()
  return (
    <>
      <PageHead title={title} line="View, download or upload the pictures of an order." right={<LiveNow />} />
      <div className={layout.page}>
        <Form className={layout.first} label="Pictures of an order" onSubmit={images.view}>
          <WhichOrder images={images} />
        </Form>
        <div className={layout.order}>
          <OrderBrief typed={useTypedOrder(images.draft.requestId)} isShort />
        </div>
        <div className={layout.rest}>
          <PictureGallery viewed={images.viewed} />
          <Form className={classes.upload} label="Upload a picture" onSubmit={images.keep}>
            <UploadFields images={images} />
            <FormFoot className={`stack gap-20 ${classes.actions}`}>
              {images.sending && (
                <UploadProgress
                  title="Picture uploading"
                  {...images.sending}
                  onCancel={() => images.sending?.stop.abort()}
                />
              )}
              <PushButton
                type="submit"
                kind="primary"
                className={`wide-on-phone ${classes.submit}`}
                loading={images.doing === 'upload'}
                loadingLabel="Uploading"
              >
                Upload
              </PushButton>
            </FormFoot>
          </Form>
        </div>
      </div>
    </>
  )
}

function WhichOrder({ images }: { images: SampleImages }) {
  return (
    <div className={`wrap gap-12 ${classes.which}`}>
      <TextField
        label="Request ID"
        {...images.fieldOf('requestId')}
        className={layout.id}
        value={images.draft.requestId}
        onChange={(event) => images.change({ requestId: event.currentTarget.value })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PushButton
        type="submit"
        kind="ink"
        icon={<IconPhoto size={16} stroke={1.75} aria-hidden />}
        loading={images.doing === 'view'}
      >
        View
      </PushButton>
      <PushButton
        icon={<IconDownload size={16} stroke={1.75} aria-hidden />}
        loading={images.doing === 'download'}
        onClick={() => void images.downloadAll()}
      >
        Download
      </PushButton>
    </div>
  )
}

function UploadFields({ images }: { images: SampleImages }) {
  const { draft, change } = images
  const types = useLive(pictures.types, {})
  const names = types.data?.items.filter(({ state }) => state === draft.state) ?? []
  return (
    <FormSection title="Upload a picture" help="One of each type: a second one takes the place of the first.">
      {types.error && (
        <FormCell span={6}>
          <Notice kind="warning" onRetry={() => types.refetch()}>
            The picture types did not load. {wordsFor(types.error).text}
          </Notice>
        </FormCell>
      )}
      <FormCell span={3} phone="full">
        <Dropdown
          label="State"
          {...images.fieldOf('state')}
          placeholder="Choose"
          options={stateOptions}
          value={draft.state}
          onChange={(value) =>
            change({ state: pictureStates.find((state) => state === value) ?? null, name: null })
          }
        />
      </FormCell>
      <FormCell span={3} phone="full">
        <Dropdown
          label="Picture Type"
          {...images.fieldOf('name')}
          placeholder={draft.state === null ? 'Choose a state first' : 'Choose'}
          options={names.map(({ name }) => ({ value: name, label: name }))}
          value={draft.name}
          onChange={(name) => change({ name })}
        />
      </FormCell>
      <Replaces images={images} />
      <FormCell span={6}>
        <FileDrop
          label="Picture"
          {...images.fieldOf('file')}
          files={draft.file ? [draft.file] : []}
          onChange={([file]) => void images.chooseFile(file)}
          accept={pictureEndings}
          help={'.jpg, .jpeg or .png, up to 10\u00a0MB'}
        />
      </FormCell>
    </FormSection>
  )
}

/** Told before it is sent, because the one before is gone then. */
function Replaces({ images: { draft } }: { images: SampleImages }) {
  const id = idIn(draft.requestId)
  const { data, isPlaceholderData } = useLive(
    pictures.list,
    { id: id ?? '' },
    { enabled: id !== undefined && draft.name !== null },
  )
  const before = data?.items.find(({ state, name }) => state === draft.state && name === draft.name)
  if (!before || id === undefined || isPlaceholderData) return null
  return (
    <FormNote>
      <IconInfoCircle size={16} stroke={1.75} aria-hidden />
      <span>
        Takes the place of the one of <Timestamp at={before.takenAt} />.
      </span>
    </FormNote>
  )
}
