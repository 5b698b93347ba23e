import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Stdin } from '../commands/read-question.ts'

interface Streams {
  readonly stdin: Stdin
  readonly err: Writable
}

interface Question {
  readonly text: string
  /** Whether what is typed must not be seen. */
  readonly isHidden?: boolean
}

/** Asks somebody at a terminal; undefined when they end the input instead. Ctrl-C is a signal as ever. */
export async function ask(
  { stdin, err }: Streams,
  { text, isHidden = false }: Question,
): Promise<string | undefined> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  if (isHidden) err.write(text)
  const lines = createInterface({
    input: stdin,
    output: isHidden ? nowhere : err,
    terminal: true,
    historySize: 0,
  })
  // The terminal makes no signal of it while it is read key by key.
  lines.on('SIGINT', () => {
    err.write('\n')
    process.kill(process.pid, 'SIGINT')
  })
  // After Ctrl-Z and fg: what was typed before stays typed, and the rest is not seen either.
  lines.on('SIGCONT', () => {
    if (isHidden) err.write(text)
    lines.resume()
  })
  try {
    const ended = new Promise<undefined>(resolve => lines.on('close', () => resolve(undefined)))
    const typed = await Promise.race([lines.question(isHidden ? '' : text), ended])
    if (isHidden || typed === undefined) err.write('\n')
    return typed
  } finally {
    lines.close()
  }
}
