import { once } from 'node:events'

export interface Progress {
  readonly done: number
  readonly total: number
  readonly failed: number
  /** The file in progress. */
  readonly current: string
}

export interface ProgressBar {
  update(progress: Progress): void
  /** Writes a line that stays, above the bar. */
  say(line: string): void
  /** Removes the bar. */
  end(): void
}

/** The part of an output stream that the bar uses. */
export interface ProgressStream {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

const BAR_CELLS = 24
const REDRAW_MS = 80
const CLEAR_LINE = '\r\x1b[K'
/** Without a terminal, a line is written after every so many files. */
const QUIET_STEP = 1000

/** Draws a bar on a terminal, or writes a line now and then elsewhere. */
export function createProgressBar(
  stream: ProgressStream,
  { now = () => performance.now() }: { readonly now?: () => number } = {},
): ProgressBar {
  let drawnAt = Number.NEGATIVE_INFINITY
  let line = ''
  let lastStep = 0

  return {
    update(progress) {
      if (!stream.isTTY) {
        const step = Math.floor(progress.done / QUIET_STEP)
        if (step > lastStep) stream.write(`${progress.done} of ${progress.total}\n`)
        lastStep = step
        return
      }
      if (now() - drawnAt < REDRAW_MS && progress.done < progress.total) return
      drawnAt = now()
      line = drawLine(progress).slice(0, (stream.columns ?? 80) - 1)
      stream.write(CLEAR_LINE + line)
    },
    say(text) {
      stream.write(stream.isTTY ? `${CLEAR_LINE}${text}\n${line}` : `${text}\n`)
    },
    end() {
      if (stream.isTTY && line !== '') stream.write(CLEAR_LINE)
      line = ''
    },
  }
}

function drawLine({ done, total, failed, current }: Progress): string {
  const share = total === 0 ? 1 : done / total
  const filled = Math.round(share * BAR_CELLS)
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_CELLS - filled)
  const failures = failed > 0 ? `  ${failed} failed` : ''
  return `${bar} ${Math.floor(share * 100)} %  ${done}/${total}${failures}  ${current}`
}

/** Writes to the standard output at the reader's pace; ends the process if the reader has gone. */
export async function writeOut(text: string): Promise<void> {
  if (process.stdout.destroyed) return
  if (process.stdout.listenerCount('error') === 0) {
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      process.exit(0)
    })
  }
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}
