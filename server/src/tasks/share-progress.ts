import { limits } from '@footnote/contract/limits'
import { isAfter, type Progress } from './read-progress.ts'

/** A listener of one watcher. */
interface ProgressListener {
  /** The number of the last event that the watcher has; it gets only later ones. */
  readonly after: string | undefined
  readonly send: (progress: Progress) => void
}

export interface SharedProgress {
  /** Sends the listener missed and new events until the returned function is called. */
  join(listener: ProgressListener): () => void
  /** Opens the stream again from its beginning. */
  restart(): void
  stop(): void
}

interface Member {
  after: string | undefined
  hasHeard: boolean
  /** Whether the stream repeats events from before it was reopened. */
  isBehind: boolean
  readonly send: (progress: Progress) => void
  /** The queries, and the addresses of the sources, that were sent. A stream that is opened again repeats them. */
  readonly found: Set<string>
}

/** Limit on kept events, since the upstream has them all. */
const MOST_KEPT = 200

/**
 * Shares one stream of progress among all listeners and keeps its events for later ones. A listener
 * that needs older events, or joins after the stream has ended, reopens it; the others then skip
 * events they had.
 */
export function shareProgress(
  open: (fromId: string | undefined, signal: AbortSignal) => AsyncIterable<Progress>,
  { onProgress, onEnd }: { onProgress: () => void; onEnd: (error?: unknown) => void },
): SharedProgress {
  const members = new Set<Member>()
  let kept: Progress[] = []
  let keptAfter: string | undefined
  let stream: AbortController | undefined

  function openFrom(fromId: string | undefined): void {
    stream?.abort()
    stream = new AbortController()
    kept = []
    keptAfter = fromId
    for (const member of members) member.isBehind = member.hasHeard
    void read(stream, fromId)
  }

  async function read(own: AbortController, fromId: string | undefined): Promise<void> {
    let failure: unknown
    try {
      for await (const progress of open(fromId, own.signal)) {
        if (own !== stream) return
        keep(progress)
        for (const member of members) send(member, progress)
        onProgress()
      }
    } catch (error) {
      failure = error
    }
    if (own !== stream) return
    stream = undefined
    onEnd(failure)
  }

  function keep(progress: Progress): void {
    kept.push(progress)
    if (kept.length > MOST_KEPT) keptAfter = kept.shift()?.id ?? keptAfter
  }

  return {
    join({ after, send: sendToListener }) {
      const member = {
        after,
        send: sendToListener,
        ...{ hasHeard: false, isBehind: false, found: new Set<string>() },
      }
      members.add(member)
      const isKept = keptAfter === undefined || (after !== undefined && !isAfter(keptAfter, after))
      if (stream && isKept) for (const progress of kept) send(member, progress)
      else openFrom(after)
      return () => members.delete(member)
    },
    restart: () => openFrom(undefined),
    stop() {
      stream?.abort()
      stream = undefined
    },
  }
}

function send(member: Member, progress: Progress): void {
  if (progress.event !== 'progress') {
    const key = progress.event === 'source' ? progress.data.url : progress.data.query
    if (member.found.has(key) || member.found.size >= limits.streamedEvents) return
    member.found.add(key)
    member.send(progress)
    return
  }
  const { id } = progress
  if (id === undefined ? member.isBehind : member.after && !isAfter(id, member.after)) return
  member.after = id ?? member.after
  member.isBehind = false
  member.hasHeard = true
  member.send(progress)
}
