import { aimedAt, nothingWatched, type SeenCode, watch } from './camera-scans.ts'

type Camera = {
  wantsLabels: boolean
  onScan: (text: string) => void
  onTrouble: (words: string) => void
}

/** Shows the camera in the element and tells what it is held to, until what it returns is called. */
export function openCamera(video: HTMLVideoElement, { wantsLabels, onScan, onTrouble }: Camera): () => void {
  const gone = new AbortController()
  const { signal } = gone
  void look().catch((error: unknown) => {
    if (signal.aborted) return
    // nothing films that is not seen
    gone.abort()
    onTrouble(troubleWith(error))
  })
  return () => gone.abort()

  async function look(): Promise<void> {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
    })
    const worker = new Worker(new URL('./camera-worker.ts', import.meta.url), { type: 'module' })
    const end = () => {
      for (const track of stream.getTracks()) track.stop()
      worker.terminate()
    }
    if (signal.aborted) return end()
    signal.addEventListener('abort', end)
    const [track] = stream.getVideoTracks()
    track?.addEventListener('ended', () => onTrouble(words.NotReadableError))
    video.srcObject = stream
    await video.play()
    let watched = nothingWatched
    while (!signal.aborted) {
      const picture = await createImageBitmap(video)
      const size = { width: picture.width, height: picture.height }
      const next = watch(watched, aimedAt(await codesIn(picture, worker), size), wantsLabels)
      watched = next.watched
      if (next.scan !== null && !signal.aborted) onScan(next.scan)
      // two cores of a phone have other things to do
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
  }
}

function codesIn(picture: ImageBitmap, worker: Worker): Promise<SeenCode[]> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<SeenCode[] | null>) =>
      data ? resolve(data) : reject(new Error('the reader of codes does not run'))
    worker.onerror = reject
    worker.postMessage(picture, [picture])
  })
}

const words: Record<'NotAllowedError' | 'NotFoundError' | 'NotReadableError', string> = {
  NotAllowedError:
    'The camera is not allowed here. Allow it for this page in the browser, or type the number.',
  NotFoundError: 'No camera was found. Please type the number.',
  NotReadableError: 'The camera stopped, or another program has it. Close this, and try again.',
}

const troubleWith = (error: unknown): string =>
  (error instanceof Error && error.name in words && words[error.name as keyof typeof words]) ||
  'The camera could not be used. Please type the number.'
