import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import Pad from 'signature_pad'
import { PushButton } from './PushButton.tsx'
import classes from './SignaturePad.module.css'

export type SignatureHandle = {
  /** A PNG of what was drawn, without a ground; null if nothing was. */
  picture(): Promise<Blob | null>
}

type SignaturePadProps = {
  label: string
  width: number
  height: number
  /** Whether something is on it now. */
  onChange: (isDrawn: boolean) => void
  isWrong?: boolean
  id?: string
  ref?: Ref<SignatureHandle>
}

/** White paper and dark ink in both colour schemes: what is drawn is printed. For mouse, pen and finger. */
export function SignaturePad({ label, width, height, onChange, isWrong, id, ref }: SignaturePadProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<Pad>(null)
  const [isDrawn, setDrawn] = useState(false)
  const told = useRef(onChange)
  told.current = onChange

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const own = new Pad(element, { minWidth: 1, maxWidth: 3, penColor: '#1c1a18' })
    pad.current = own
    // on a narrow screen it is shown smaller than it is
    own.addEventListener('beginStroke', () => {
      const scale = element.width / element.getBoundingClientRect().width
      element.getContext('2d')?.setTransform(scale, 0, 0, scale, 0, 0)
    })
    own.addEventListener('endStroke', () => {
      setDrawn(true)
      told.current(true)
    })
    return () => own.off()
  }, [])

  useImperativeHandle(ref, () => ({
    picture: () =>
      new Promise((resolve) => {
        if (!canvas.current || pad.current?.isEmpty() !== false) return resolve(null)
        canvas.current.toBlob(resolve, 'image/png')
      }),
  }))

  function clear() {
    canvas.current?.getContext('2d')?.resetTransform()
    pad.current?.clear()
    setDrawn(false)
    onChange(false)
  }

  return (
    <div className="stack gap-8">
      <canvas
        ref={canvas}
        id={id}
        width={width}
        height={height}
        className={classes.paper}
        style={{ aspectRatio: `${width} / ${height}` }}
        data-wrong={isWrong || undefined}
        role="img"
        aria-label={isDrawn ? `${label}: drawn` : label}
        tabIndex={-1}
      />
      <div>
        <PushButton size="xs" disabled={!isDrawn} onClick={clear}>
          Clear
        </PushButton>
      </div>
    </div>
  )
}
