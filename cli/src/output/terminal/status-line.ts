import type { Writable } from 'node:stream'
import { cleanLine } from './clean-text.ts'
import { cutToWidth } from './display-width.ts'
import { paintLine, run } from './styled-text.ts'
import type { Terminal } from './terminal.ts'

const FRAMES = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'
const FRAME_MS = 120
const USUAL_COLUMNS = 80
/** To the start of the line, and away with what stands there. */
const ERASE = '\r\u001B[K'

export interface StatusClock {
  now(): number
  /** Calls again and again, until what it returns is called. */
  every(intervalMs: number, call: () => void): () => void
}

export interface StatusLine {
  say(text: string): void
  /** Takes the line away; may be called more than once. */
  end(): void
}

/**
 * What is being done, on stderr: one line that is drawn again, or a line for each news where that is
 * not possible. The cursor is never hidden, so that whatever ends the process leaves it as it was.
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
    // The last column stays free: some terminals begin a new line once it is written.
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
    // A status alone is no reason for a process to go on.
    const timer = setInterval(call, intervalMs).unref()
    return () => clearInterval(timer)
  },
}
