import codes from '@bwip-js/node'
import { Path, Svg } from '@react-pdf/renderer'
import { createElement as h, type ReactElement } from 'react'

/** Drawn as shapes, not as a picture: sharp on every printer. `size` in points. */
export function squareCode(kind: 'qrcode' | 'datamatrix', text: string, size: number): ReactElement {
  const { pixs, pixx } = drawn(kind, text)
  if (!pixs || !pixx) throw new Error(`no ${kind} was drawn`)
  const runs: string[] = []
  for (let y = 0; y * pixx < pixs.length; y++) {
    for (let x = 0; x < pixx; x++) {
      if (!pixs[y * pixx + x]) continue
      const from = x
      while (x < pixx && pixs[y * pixx + x]) x++
      runs.push(`M${from} ${y}h${x - from}v1h${from - x}z`)
    }
  }
  return shape(runs.join(''), { width: size, height: size, across: pixx, down: pixx })
}

/** Code 128. Their quiet zones are whoever's who places them. */
export function bars(text: string, { width, height }: { width: number; height: number }): ReactElement {
  const { sbs } = drawn('code128', text)
  if (!sbs) throw new Error('no bars were drawn')
  const runs: string[] = []
  let at = 0
  for (const [index, wide] of sbs.entries()) {
    if (index % 2 === 0) runs.push(`M${at} 0h${wide}v1h${-wide}z`)
    at += wide
  }
  return shape(runs.join(''), { width, height, across: at, down: 1 })
}

type Drawn = { pixs?: number[]; pixx?: number; sbs?: number[] }

/** Text as it is: nothing in it is an escape. A crease may cost a QR 15 % of it. */
function drawn(kind: 'qrcode' | 'datamatrix' | 'code128', text: string): Drawn {
  const more = kind === 'qrcode' ? { eclevel: 'M' } : {}
  const [first] = codes.raw({ bcid: kind, text, ...more }) as Drawn[]
  return first ?? {}
}

function shape(
  d: string,
  { width, height, across, down }: { width: number; height: number; across: number; down: number },
): ReactElement {
  return h(
    Svg,
    { width, height, viewBox: `0 0 ${across} ${down}`, preserveAspectRatio: 'none' },
    h(Path, { d, fill: '#000000' }),
  )
}
