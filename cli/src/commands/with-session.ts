import { STOPPED } from '../errors/exit-codes.ts'
import { type Explanation, explainError } from '../errors/explain-error.ts'
import { hasCode } from '../errors/has-code.ts'
import { createChatter } from '../output/chatter.ts'
import { jsonText } from '../output/json-text.ts'
import { NotWrittenError } from '../output/not-written-error.ts'
import { cleanText } from '../output/terminal/clean-text.ts'
import { openTerminal, type Terminal } from '../output/terminal/terminal.ts'
import type { OutputOptions } from './output-options.ts'
import type { Circumstances, Session } from './session.ts'

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
  let delivered: unknown
  const deliver = (text: string, result: unknown) => {
    delivered = result
    // From here on nothing goes on elsewhere.
    circumstances = { ...circumstances, ifStopped: undefined }
    try {
      print(text)
    } catch (error) {
      throw new NotWrittenError(error, result)
    }
  }
  const session: Session = {
    env: process.env,
    stdin: process.stdin,
    terminal,
    isJson: json,
    say,
    showStatus,
    print: text => deliver(text, text),
    printJson: value => deliver(jsonText(value), value),
    note(more) {
      circumstances = { ...circumstances, ...more }
    },
  }
  const complain = ({ lines, body }: Pick<Explanation, 'lines' | 'body'>) => {
    end()
    terminal.err.write(json ? jsonText(body) : `${lines.map(cleanText).join('\n')}\n`)
  }
  const fail = async (error: unknown) => {
    const explanation = await explainError(error, circumstances)
    complain(explanation)
    process.exitCode = explanation.exitCode
  }
  endWithReader(terminal, error => fail(new NotWrittenError(error, delivered)))
  for (const [signal, exitCode] of Object.entries(STOPPED)) {
    process.on(signal, () => {
      // What goes to a file or a program is still wanted when the terminal is gone, as with nohup,
      // whose setting Node takes back.
      if (signal === 'SIGHUP' && !terminal.outIsTty) return
      const { ifStopped, taskId } = circumstances
      if (ifStopped === undefined) end()
      else complain(explainStop(ifStopped, taskId))
      process.exit(exitCode)
    })
  }
  try {
    await work(session)
  } catch (error) {
    await fail(error)
  } finally {
    end()
  }
}

function explainStop(text: string, taskId: string | undefined) {
  const message = text.replaceAll(/\s+/g, ' ').trim()
  return {
    lines: [text],
    body: { code: 'ABORTED', message, ...(taskId !== undefined && { task_id: taskId }) },
  }
}

/** `| head` has read enough; whoever reads no complaints has to do without them. */
function endWithReader({ out, err }: Terminal, fail: (error: Error) => Promise<void>): void {
  err.on('error', () => {})
  out.on('error', async error => {
    if (!hasCode(error, 'EPIPE')) await fail(error)
    process.exit()
  })
}
