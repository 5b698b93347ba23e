import { once } from 'node:events'

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
