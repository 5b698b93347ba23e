import type { Writable } from 'node:stream'
import { cleanLine } from './clean-text.ts'
import { paintLine, run } from './styled-text.ts'
import type { Terminal } from './terminal.ts'
import { cutToWidth } from './wrap-runs.ts'

const FRAMES = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'
const FRAME_MS = 120
const USUAL_COLUMNS = 80
/** Moves to the start of the line and clears it. */
const ERASE = '\r\u001B[K'

export interface StatusClock {
  now(): number
  /** Calls repeatedly until the returned function is called. */
  every(intervalMs: number, call: () => void): () => void
}

export interface StatusLine {
  say(text: string): void
  /** Removes the line; may be called more than once. */
  end(): void
}

/**
 * Shows progress on stderr: one line that is redrawn, or one line per change if stderr is no terminal.
 * Never hides the cursor, which a killed process could not restore.
 */
export function startStatus(
  { err, errIsTty, color }: Pick<Terminal, 'err' | 'errIsTty' | 'color'>,
  { text, clock = systemClock }: { readonly text: string; readonly clock?: StatusClock },
): StatusLine {
  return errIsTty ? drawStatus(err, { text, clock, color }) : writeStatus(err, text)
}

function writeStatus(err: Writable, text: string): StatusLine {
  let last = ''
  let hasEnded = false
  function say(news: string) {
    const line = cleanLine(news)
    if (hasEnded || line === last) return
    last = line
    err.write(`${line}\n`)
  }
  say(text)
  return {
    say,
    end() {
      hasEnded = true
    },
  }
}

function drawStatus(
  err: Writable & { readonly columns?: number },
  { text, clock, color }: { text: string; clock: StatusClock; color: boolean },
): StatusLine {
  const start = clock.now()
  let shown = cleanLine(text)
  let frame = 0
  let hasEnded = false
  function draw() {
    const sign = `${FRAMES[frame % FRAMES.length]} `
    const elapsed = ` ${elapsedText(clock.now() - start)}`
    // Leaves the last column free: some terminals wrap as soon as it is written.
    const room = (err.columns ?? USUAL_COLUMNS) - 1 - sign.length - elapsed.length
    const dim = { dim: true }
    const line = [run(sign, dim), run(cutToWidth(shown, Math.max(room, 1))), run(elapsed, dim)]
    err.write(ERASE + paintLine({ color, links: false }, line))
  }
  const stop = clock.every(FRAME_MS, () => {
    frame += 1
    draw()
  })
  draw()
  return {
    say(news) {
      shown = cleanLine(news)
      if (!hasEnded) draw()
    },
    end() {
      if (hasEnded) return
      hasEnded = true
      stop()
      err.write(ERASE)
    },
  }
}

/** `0:07`, `12:30`, `1:00:00`. */
function elapsedText(elapsedMs: number): string {
  const seconds = Math.max(Math.floor(elapsedMs / 1000), 0)
  const two = (value: number) => String(value % 60).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}:${two(seconds)}`
  return `${Math.floor(minutes / 60)}:${two(minutes)}:${two(seconds)}`
}

const systemClock: StatusClock = {
  now: Date.now,
  every(intervalMs, call) {
    // The timer must not keep the process alive.
    const timer = setInterval(call, intervalMs).unref()
    return () => clearInterval(timer)
  },
}
