import { expect, it, vi } from 'vitest'
import { createInbox, type Inbox } from './inbox.ts'
import type { Progress } from './read-progress.ts'
import { shareProgress } from './share-progress.ts'

interface Stream {
  readonly fromId: string | undefined
  readonly signal: AbortSignal
  readonly events: Inbox<Progress>
}

/** Shared progress on streams that the test feeds. */
function share() {
  const streams: Stream[] = []
  const onEnd = vi.fn()
  const progress = shareProgress(
    (fromId, signal) => {
      const events = createInbox<Progress>()
      streams.push({ fromId, signal, events })
      return events
    },
    { onProgress() {}, onEnd },
  )
  return {
    ...progress,
    streams,
    onEnd,
    /** A listener, and the ids or stages that it received. */
    listen(after?: string) {
      const heard: string[] = []
      const leave = progress.join({
        after,
        send: ({ id, data }) =>
          heard.push(
            'title' in data ? data.title : 'query' in data ? data.query : (id ?? data.stage),
          ),
      })
      return { heard, leave }
    },
    async send(...ids: (number | string)[]) {
      const { events } = streams.at(-1) as Stream
      for (const id of ids) events.put(event(id))
      await taken()
    },
  }
}

const event = (id: number | string): Progress => ({
  event: 'progress',
  ...(typeof id === 'number' && { id: String(id) }),
  data: { stage: String(id), counts: {} },
})

/** Lets all pending events arrive: nothing here waits for anything outside. */
const taken = () => new Promise(resolve => setImmediate(resolve))

it('opens one stream for all, and later listeners get what they missed', async () => {
  const { listen, send, streams } = share()
  const early = listen()
  await send(1, 2, 'unnumbered')
  const late = listen()
  const resumed = listen('1')
  await send(3)
  expect(early.heard).toEqual(['1', '2', 'unnumbered', '3'])
  expect(late.heard).toEqual(early.heard)
  expect(resumed.heard).toEqual(['2', 'unnumbered', '3'])
  expect(streams.length).toBe(1)
})

it('drops events that the listener already has', async () => {
  const { listen, send, streams } = share()
  const resumed = listen('6')
  await send(5, 6, 7, 10, 'unnumbered')
  expect(resumed.heard).toEqual(['7', '10', 'unnumbered'])
  expect(streams.map(({ fromId }) => fromId)).toEqual(['6'])
})

it('opens the stream again for a listener that needs more than is kept, and repeats nothing to others', async () => {
  const { listen, send, streams, onEnd } = share()
  const resumed = listen('2')
  await send(3, 'unnumbered')
  const late = listen()
  await send(1, 2, 3, 'unnumbered', 4)
  expect(resumed.heard).toEqual(['3', 'unnumbered', '4'])
  expect(late.heard).toEqual(['1', '2', '3', 'unnumbered', '4'])
  expect(streams.map(({ fromId }) => fromId)).toEqual(['2', undefined])
  expect(streams.map(({ signal }) => signal.aborted)).toEqual([true, false])
  expect(onEnd).not.toHaveBeenCalled()
})

it('opens an ended stream again for a later listener', async () => {
  const { listen, send, streams, onEnd } = share()
  const early = listen()
  await send(1)
  streams[0]?.events.end()
  await taken()
  expect(onEnd).toHaveBeenCalledExactlyOnceWith(undefined)
  const late = listen()
  await send(1, 2)
  expect(early.heard).toEqual(['1', '2'])
  expect(late.heard).toEqual(['1', '2'])
})

it('sends each source once to each listener, also when the stream is opened again', async () => {
  const { listen, streams } = share()
  const found = async (...titles: string[]) => {
    for (const title of titles) {
      streams.at(-1)?.events.put({ event: 'source', data: { url: `https://${title}/`, title } })
    }
    await taken()
  }
  const early = listen()
  await found('a', 'b')
  const late = listen()
  expect(late.heard).toEqual(['a', 'b'])
  streams.at(-1)?.events.end()
  await taken()
  listen()
  await found('a', 'b', 'c')
  expect(early.heard).toEqual(['a', 'b', 'c'])
  expect(late.heard).toEqual(['a', 'b', 'c'])
})

it('limits the kept events, and asks the upstream for the rest', async () => {
  const { listen, send, streams } = share()
  const ids = Array.from({ length: 1_000 }, (_, index) => index + 1)
  const early = listen()
  await send(...ids)
  const resumed = listen('900')
  expect(resumed.heard).toEqual(early.heard.slice(900))
  expect(streams.length).toBe(1)
  const late = listen()
  await send(...ids)
  expect(late.heard).toEqual(early.heard)
  expect(early.heard.length).toBe(1_000)
  expect(streams.length).toBe(2)
})

it('sends nothing to a listener that has left, and stops its stream', async () => {
  const { listen, send, streams, stop, onEnd } = share()
  const { heard, leave } = listen()
  leave()
  await send(1)
  expect(heard).toEqual([])
  stop()
  await send(2)
  expect(streams[0]?.signal.aborted).toBe(true)
  expect(onEnd).not.toHaveBeenCalled()
})

it('reports an error that breaks the stream', async () => {
  const { listen, streams, onEnd } = share()
  listen()
  const error = new Error('broken')
  streams[0]?.events.end(error)
  await taken()
  expect(onEnd).toHaveBeenCalledExactlyOnceWith(error)
})
