import { once } from 'node:events'

interface Progress {
  readonly done: number
  readonly total: number
  readonly failed?: number
  /** The file in progress. */
  readonly current: string
}

const CLEAR_LINE = '\r\x1b[K'

/** Shows progress on one line of a terminal. Elsewhere, it writes only what is said. */
export function createProgressLine(
  stream: Pick<NodeJS.WriteStream, 'write'> &
    Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>>,
) {
  let line = ''
  const draw = (text: string) => {
    line = text
    if (stream.isTTY) stream.write(CLEAR_LINE + text)
  }
  return {
    update({ done, total, failed = 0, current }: Progress): void {
      const failures = failed > 0 ? `, ${failed} failed` : ''
      draw(`${done} of ${total}${failures}  ${current}`.slice(0, (stream.columns ?? 80) - 1))
    },
    /** Writes a line that stays. */
    say(text: string): void {
      stream.write(stream.isTTY ? `${CLEAR_LINE}${text}\n${line}` : `${text}\n`)
    },
    end: () => draw(''),
  }
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
