import {
  type RefObject,
  type SyntheticEvent,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { Slot } from './held-rows.ts'
import { heightsOf, measureRows, type RowHeights, rowHeightsOf } from './row-heights.ts'
import { drawnNext, few, keptOf, keysBetween, type Piece, paceAfter, piecesOf } from './row-window.ts'

type RowWindow<T> = {
  pieces: readonly Piece<T>[]
  heightOf: (key: string) => number | undefined
  /** Whether a reader has to be told which of how many a row is. */
  isPart: boolean
  /** For what holds the rows. */
  windowProps: {
    onFocusCapture: (event: SyntheticEvent) => void
    onPointerDownCapture: (event: SyntheticEvent) => void
  }
}

type WindowOptions = {
  /** Which list it is: opened again, it is as high as it was. */
  label: string
  chosenKey?: string | undefined
  /** None is to be drawn yet. */
  isRoom: boolean
}

/** Of a long list the rows near what is seen are drawn, and the room of the others is kept (decision 58). */
export function useRowWindow<T>(
  body: RefObject<HTMLElement | null>,
  slots: readonly Slot<T>[],
  { label, chosenKey, isRoom }: WindowOptions,
): RowWindow<T> {
  const { touched, touch } = useTouched()
  const measured = rowHeightsOf(label)
  const isPart = useIsPart(slots.length)
  const drawn = useDrawn(body, slots, { measured, isPart })
  const kept = keptOf(slots, [chosenKey, ...touched])
  const isDrawn = (key: string, at: number) => !isRoom && (!isPart || drawn.has(key) || kept.has(at))
  return {
    pieces: piecesOf(slots, heightsOf(slots, measured), isDrawn),
    heightOf: (key) => measured.byKey.get(key),
    isPart,
    windowProps: { onFocusCapture: touch, onPointerDownCapture: touch },
  }
}

/** The keys of those that are near, drawn a few with each frame: a slow machine goes on scrolling meanwhile. */
function useDrawn(
  body: RefObject<HTMLElement | null>,
  slots: readonly { key: string }[],
  { measured, isPart }: { measured: RowHeights; isPart: boolean },
): ReadonlySet<string> {
  const [drawn, setDrawn] = useState<ReadonlySet<string>>(new Set())
  const pace = useRef({ rows: 1, since: 0, isUnderWay: false })

  const measuredOf = useRef<unknown>(null)

  function look(why: 'another list' | 'drawn' | 'scrolled') {
    if (why === 'drawn') {
      measureRows(body.current, measured, measuredOf.current === slots ? 'new' : 'all')
      measuredOf.current = slots
    }
    // what is under way is not begun again for every step of the wheel: the next look comes after it
    if (!body.current || !isPart || (why === 'scrolled' && pace.current.isUnderWay)) return
    const { top } = body.current.getBoundingClientRect()
    const heights = heightsOf(slots, measured)
    const keys = slots.map(({ key }) => key)
    const seen = keysBetween(keys, heights, { top: -top, bottom: innerHeight - top })
    // another list: it is not seen empty
    if (why === 'another list' && !seen.some((key) => drawn.has(key))) return setDrawn(new Set(seen))
    const view = { top: -top - beyond, bottom: innerHeight - top + beyond }
    const near = keysBetween(keys, heights, view)
    const isStill = !body.current.hasAttribute('data-scrolling')
    const next = drawnNext(drawn, { seen, near, most: pace.current.rows, isStill })
    if (next === drawn) return
    if (why === 'scrolled') pace.current.since = performance.now()
    pace.current.isUnderWay = true
    startTransition(() => setDrawn(next))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever was under way, this is what came of it
  useLayoutEffect(() => {
    pace.current.isUnderWay = false
  }, [drawn])
  const again = useRef(look)
  useLayoutEffect(() => {
    again.current = look
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has another length
  useLayoutEffect(() => again.current('another list'), [slots.length, isPart])
  // biome-ignore lint/correctness/useExhaustiveDependencies: frame by frame, until all that is near is drawn
  useEffect(() => {
    const frame = requestAnimationFrame((now) => {
      pace.current.rows = paceAfter(pace.current.rows, now - pace.current.since)
      pace.current.since = now
      again.current('drawn')
    })
    return () => cancelAnimationFrame(frame)
  }, [drawn, slots])
  useEffect(() => {
    let stopping: ReturnType<typeof setTimeout>
    const onScroll = () => {
      body.current?.setAttribute('data-scrolling', '')
      clearTimeout(stopping)
      stopping = setTimeout(() => {
        body.current?.removeAttribute('data-scrolling')
        again.current('scrolled')
      }, restMs)
      again.current('scrolled')
    }
    const onResize = () => again.current('drawn')
    // whatever it is that scrolls
    addEventListener('scroll', onScroll, { capture: true, passive: true })
    addEventListener('resize', onResize)
    return () => {
      clearTimeout(stopping)
      removeEventListener('scroll', onScroll, { capture: true })
      removeEventListener('resize', onResize)
    }
  }, [body])
  return drawn
}

/** Nothing was scrolled for so long: it stands still. */
const restMs = 120

/** So many px above and below what is seen are drawn too. */
const beyond = 400

/** Paper gets all of them. */
function useIsPart(count: number): boolean {
  const [isPrinted, setPrinted] = useState(false)
  useEffect(() => {
    const print = ({ type }: Event) => flushSync(() => setPrinted(type === 'beforeprint'))
    addEventListener('beforeprint', print)
    addEventListener('afterprint', print)
    return () => {
      removeEventListener('beforeprint', print)
      removeEventListener('afterprint', print)
    }
  }, [])
  return count > few && !isPrinted
}

/** The rows that were pressed or focused last. */
function useTouched() {
  const [touched, setTouched] = useState<readonly string[]>([])
  const touch = ({ target }: SyntheticEvent) => {
    const key = (target as Element).closest<HTMLElement>('[data-row]')?.dataset.row
    if (key === undefined || key === touched[0]) return
    setTouched([key, ...touched.filter((other) => other !== key)].slice(0, mostTouched))
  }
  return { touched, touch }
}

const mostTouched = 4
