export interface StreamListener {
  /** The connection broke and the browser tries again, or it stands once more. */
  readonly onConnection: (isConnected: boolean) => void
  /** The server has refused the stream: nothing more will come of it. */
  readonly onLost: () => void
}

/**
 * Follows a stream of the server's events until it is told to stop. The browser connects again by
 * itself after an interruption, and tells the server how far it had come.
 */
export function followEvents(
  url: string,
  handlers: Readonly<Record<string, (data: unknown) => void>>,
  { onConnection, onLost }: StreamListener,
): () => void {
  const source = new EventSource(url)
  for (const [name, handle] of Object.entries(handlers)) {
    source.addEventListener(name, ({ data }: MessageEvent<string>) => handle(JSON.parse(data)))
  }
  source.onopen = () => onConnection(true)
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED) onLost()
    else onConnection(false)
  }
  return () => source.close()
}
