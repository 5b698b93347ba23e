import { createChatter } from './chatter.ts'
import { STOPPED } from './exit-codes.ts'
import { explainError } from './explain-error.ts'
import { hasCode } from './has-code.ts'
import { jsonText } from './json-text.ts'
import type { Circumstances, OutputOptions, Session } from './session.ts'
import { cleanText } from './terminal/clean-text.ts'
import { openTerminal, type Terminal } from './terminal/terminal.ts'

/** Runs a command of a caller in this process: its output, its signals, its exit code. */
export async function withSession(
  { json = false, quiet = false }: OutputOptions,
  work: (session: Session) => Promise<void>,
): Promise<void> {
  const terminal = openTerminal(process.env, process)
  // A program that asks for JSON reads stderr as well, where a person wants to see how it goes.
  const isQuiet = quiet || (json && !terminal.errIsTty)
  const { say, showStatus, print, end } = createChatter(terminal, { isQuiet })
  let circumstances: Circumstances = {}
  const session: Session = {
    env: process.env,
    stdin: process.stdin,
    terminal,
    isJson: json,
    say,
    showStatus,
    print,
    printJson: value => print(jsonText(value)),
    note(more) {
      circumstances = { ...circumstances, ...more }
    },
  }
  const complain = (text: string) => {
    end()
    terminal.err.write(text)
  }
  endWithReader(terminal)
  for (const [signal, exitCode] of Object.entries(STOPPED)) {
    process.on(signal, () => {
      const { ifStopped } = circumstances
      complain(ifStopped === undefined ? '' : `${ifStopped}\n`)
      process.exit(exitCode)
    })
  }
  try {
    await work(session)
  } catch (error) {
    const { lines, body, exitCode } = await explainError(error, circumstances)
    complain(json ? jsonText(body) : `${lines.map(cleanText).join('\n')}\n`)
    process.exitCode = exitCode
  } finally {
    end()
  }
}

/** `| head` has read enough; whoever reads no complaints has to do without them. */
function endWithReader({ out, err }: Terminal): void {
  err.on('error', () => {})
  out.on('error', error => {
    if (hasCode(error, 'EPIPE')) process.exit()
    throw error
  })
}
