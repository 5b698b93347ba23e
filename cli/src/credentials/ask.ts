import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Stdin } from '../commands/read-question.ts'

interface Streams {
  readonly stdin: Stdin
  readonly err: Writable
}

interface Prompt {
  readonly text: string
  /** Whether to hide the typed text, as for a password. */
  readonly isHidden?: boolean
}

/** Prompts on the terminal for a line; undefined if the input ends instead. Ctrl-C still raises SIGINT. */
export async function ask(
  { stdin, err }: Streams,
  { text, isHidden = false }: Prompt,
): Promise<string | undefined> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  if (isHidden) err.write(text)
  const lines = createInterface({
    input: stdin,
    output: isHidden ? nowhere : err,
    terminal: true,
    historySize: 0,
  })
  // In raw mode the terminal raises no signal for Ctrl-C.
  lines.on('SIGINT', () => {
    err.write('\n')
    process.kill(process.pid, 'SIGINT')
  })
  // After Ctrl-Z and fg, readline keeps the text typed so far and must hide the rest too.
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
