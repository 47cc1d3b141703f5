import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { live } from '#contract/live.ts'
import { type LiveStream, openLiveStream } from './live-stream.ts'

let sources: Source[]
let heard: string[]
let stream: LiveStream

class Source extends EventTarget {
  static readonly CLOSED = 2
  readonly path: string
  readyState = 0
  onopen?: () => void
  onerror?: () => void
  constructor(path: string) {
    super()
    this.path = path
    sources.push(this)
  }
  close() {
    this.readyState = Source.CLOSED
  }
  lose(readyState: number) {
    this.readyState = readyState
    this.onerror?.()
  }
}

const last = () => sources.at(-1) as Source
const open = () => sources.filter(({ readyState }) => readyState !== Source.CLOSED).length

function look(visibilityState: 'visible' | 'hidden') {
  Object.assign(document, { visibilityState })
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  sources = []
  heard = []
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Source)
  vi.stubGlobal('document', new EventTarget())
  stream = openLiveStream({
    onOpen: () => heard.push('open'),
    onChange: ({ topic }) => heard.push(topic),
    onSignedOut: () => heard.push('signed out'),
    onBeat: () => heard.push('beat'),
    onLost: (isRefused) => heard.push(isRefused ? 'refused' : 'lost'),
  })
})

afterEach(() => {
  stream.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('SHELL-37 one stream is opened at the path of the contract, and what it says is handed on', () => {
  expect(sources.map(({ path }) => path)).toEqual([live.stream.path])
  last().onopen?.()
  last().dispatchEvent(new Event('beat'))
  const data = JSON.stringify({ topic: 'requests', id: 'a', kind: 'approved' })
  last().dispatchEvent(new MessageEvent('change', { data }))
  last().dispatchEvent(new Event('signed-out'))
  expect(heard).toEqual(['open', 'beat', 'requests', 'signed out'])
})

test('SHELL-37 a stream that was refused is opened again after three seconds, a lost one by the browser itself', () => {
  last().lose(0)
  vi.advanceTimersByTime(60_000)
  expect(sources).toHaveLength(1)
  last().lose(Source.CLOSED)
  vi.advanceTimersByTime(2_999)
  expect(sources).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect([sources.length, open()]).toEqual([2, 1])
  expect(heard).toEqual(['lost', 'refused'])
})

test('AMB-229 a stream that was closed for one too many is opened again only when somebody looks at the page', () => {
  last().dispatchEvent(new Event('crowded'))
  stream.reconnect()
  look('hidden')
  vi.advanceTimersByTime(60_000)
  expect([sources.length, open()]).toEqual([1, 0])
  look('visible')
  look('visible')
  expect([sources.length, open()]).toEqual([2, 1])
})

test('SHELL-37 a stream that was closed stays closed, whatever was under way', () => {
  last().lose(Source.CLOSED)
  stream.close()
  vi.advanceTimersByTime(60_000)
  look('visible')
  expect([sources.length, open()]).toEqual([1, 0])
})
