import { limits } from '@footnote/contract/limits'
import { countsText, stageText, stateTexts } from '@footnote/contract/progress-text'
import type { TaskState } from '@footnote/contract/responses'
import type { ApiEvent } from './mcp-host.ts'

export interface ProgressStep {
  readonly progress: number
  readonly message: string
}

export interface Progress {
  /** Tells what an event says. */
  tell(event: ApiEvent): void
  stop(): void
}

const PAUSE_MS = limits.pollSeconds.shortest * 1_000

/** Tells a client how it goes, and now and then that it still does: some wait as long as they hear of it. */
export function startProgress(send: ((step: ProgressStep) => Promise<void>) | undefined): Progress {
  const startedAt = performance.now()
  let progress = 0
  let latest = 'Started'
  const say = (message: string) => {
    progress += 1
    // The client may have hung up; the work continues.
    send?.({ progress, message }).catch(() => {})
  }
  /** Nothing new but the time. */
  const repeat = () => {
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    say(`${latest} (${seconds} s so far)`)
  }
  const timer = send && setInterval(repeat, PAUSE_MS)
  return {
    tell(event) {
      const text = eventText(event)
      if (text === latest) return
      latest = text
      say(text)
    },
    stop: () => clearInterval(timer),
  }
}

/** In the words that people read elsewhere: a client may show them to its user. */
function eventText({ data }: ApiEvent): string {
  const {
    status = 'running',
    stage,
    counts,
    title,
  } = data as {
    status?: string
    stage?: string
    counts?: Readonly<Record<string, number>>
    title?: string
  }
  if (title !== undefined) return `Source: ${title}`
  if (stage === undefined) return stateTexts[status as TaskState] ?? stageText(status)
  return [stageText(stage), countsText(counts ?? {})].filter(Boolean).join(': ')
}
