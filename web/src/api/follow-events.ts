export interface StreamListener {
  /** Called when the connection breaks and is retried, and when it is back. */
  readonly onConnection: (isConnected: boolean) => void
  /** Called when the server has refused the stream repeatedly; no more events will come. */
  readonly onLost: () => void
  /**
   * Called when events start over from the first one, as they do if the browser could not resume.
   */
  readonly onBegin?: () => void
}

/** Pauses before a refused stream is opened again; after the last one the stream is lost. */
const PAUSES_MS = [1_000, 2_000, 4_000]

/**
 * Follows a stream of server events until the returned function is called. The browser reconnects
 * by itself after an interruption, but not after a refusal. A page cannot see why it was refused,
 * and a proxy's refusal during a restart passes within moments, so the stream is opened again a few
 * times.
 */
export function followEvents(
  url: string,
  handlers: Readonly<Record<string, (data: unknown) => void>>,
  { onConnection, onLost, onBegin }: StreamListener,
): () => void {
  let source: EventSource | undefined
  let pause: ReturnType<typeof setTimeout> | undefined
  let refusals = 0

  function open(): void {
    let hasBegun = false
    const opened = new EventSource(url)
    source = opened
    for (const [name, handle] of Object.entries(handlers)) {
      opened.addEventListener(name, event => {
        if (isOfServer(event)) handle(JSON.parse(event.data))
      })
    }
    opened.onopen = () => {
      refusals = 0
      if (!hasBegun) onBegin?.()
      hasBegun = true
      onConnection(true)
    }
    opened.onerror = event => {
      if (isOfServer(event)) return
      onConnection(false)
      if (opened.readyState === EventSource.CLOSED) openLater()
    }
  }

  function openLater(): void {
    const pauseMs = PAUSES_MS[refusals]
    refusals += 1
    if (pauseMs === undefined) onLost()
    else pause = setTimeout(open, pauseMs)
  }

  open()
  return () => {
    clearTimeout(pause)
    source?.close()
  }
}

/** Tells an event that the server named `error` from the browser's own, which has no data. */
function isOfServer(event: Event): event is MessageEvent<string> {
  return event instanceof MessageEvent
}
