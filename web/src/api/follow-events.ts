export interface StreamListener {
  /** The connection broke and is tried again, or it stands once more. */
  readonly onConnection: (isConnected: boolean) => void
  /** The server has refused the stream for a while: nothing more will come of it. */
  readonly onLost: () => void
  /** The events come from the first on, after this too if the browser could not go on where it was. */
  readonly onBegin?: () => void
}

/** How long to wait before a refused stream is asked for again; after the last it is lost. */
const PAUSES_MS = [1_000, 2_000, 4_000]

/**
 * Follows a stream of the server's events until it is told to stop. After an interruption the browser
 * connects again by itself and tells the server how far it had come. Any refusal ends that for good,
 * and a page cannot see which it was: a proxy's, while the server starts anew, is gone in a moment.
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
      opened.addEventListener(name, ({ data }: MessageEvent<string>) => handle(JSON.parse(data)))
    }
    opened.onopen = () => {
      refusals = 0
      if (!hasBegun) onBegin?.()
      hasBegun = true
      onConnection(true)
    }
    opened.onerror = () => {
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
