import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import classes from './CameraView.module.css'
import { openCamera } from './camera.ts'

type CameraViewProps = { wantsLabels: boolean; onScan: (text: string) => void; onClose: () => void }

/** What the camera sees, with a mark in its middle: whatever code is held there is scanned. */
export function CameraView({ wantsLabels, onScan, onClose }: CameraViewProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [count, setCount] = useState(0)
  const take = useEffectEvent((text: string) => {
    // where there is one: a hand with a glove feels that it was read
    navigator.vibrate?.(60)
    setCount((before) => before + 1)
    onScan(text)
  })
  const close = useEffectEvent(onClose)

  useEffect(() => {
    if (!video.current) return
    const stop = openCamera(video.current, {
      ...{ wantsLabels, onTrouble: setTrouble },
      onScan: (text) => take(text),
    })
    // nobody is filmed by a page that nobody sees
    const leave = () => document.hidden && close()
    document.addEventListener('visibilitychange', leave)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', leave)
    }
  }, [wantsLabels])

  return (
    <div className={classes.camera} data-trouble={trouble ? true : undefined}>
      <video ref={video} className={classes.picture} muted playsInline aria-label="What the camera sees" />
      {trouble ? (
        <Notice kind="warning">{trouble}</Notice>
      ) : (
        <span key={count} className={classes.mark} data-read={count > 0 || undefined} aria-hidden />
      )}
      <PushButton className={classes.close} onClick={onClose}>
        Close camera
      </PushButton>
    </div>
  )
}
