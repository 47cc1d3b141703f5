/** As a ref of what stands under its parent: above it where there is no room below but there is above. */
export function placeUnder(floating: HTMLElement | null): void {
  const anchor = floating?.parentElement?.getBoundingClientRect()
  if (!floating || !anchor) return
  const room = roomOf(floating.parentElement)
  const height = floating.offsetHeight + 4
  const isAbove = anchor.bottom + height > room.bottom && anchor.top - height >= room.top
  floating.toggleAttribute('data-above', isAbove)
}

function roomOf(part: HTMLElement | null): { top: number; bottom: number } {
  for (let around = part; around; around = around.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(around).overflowY)) return around.getBoundingClientRect()
  }
  return { top: 0, bottom: innerHeight }
}

/** As a ref of what begins where its parent does: further left where the window ends. */
export function placeWithin(floating: HTMLElement | null): void {
  if (!floating) return
  const over = floating.getBoundingClientRect().right - (document.documentElement.clientWidth - gap)
  if (over > 0) floating.style.left = `${-over}px`
}

const gap = 5

/** As a ref of what is fixed beside its parent: on that side, or on the other one, and never outside the window. */
export const placeBeside =
  (side: 'top' | 'right') =>
  (floating: HTMLElement | null): void => {
    const anchor = floating?.parentElement?.getBoundingClientRect()
    if (!floating || !anchor) return
    const { width, height } = floating.getBoundingClientRect()
    const [left, top] =
      side === 'right'
        ? [anchor.right + gap, anchor.top + (anchor.height - height) / 2]
        : [anchor.left + (anchor.width - width) / 2, upOrDown(anchor, height)]
    floating.style.left = `${within(left, innerWidth - width)}px`
    floating.style.top = `${within(top, innerHeight - height)}px`
  }

const upOrDown = (anchor: DOMRect, height: number): number =>
  anchor.top - gap >= height ? anchor.top - gap - height : anchor.bottom + gap

const within = (at: number, room: number): number => Math.max(gap, Math.min(at, room - gap))
