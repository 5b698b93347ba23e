import { jsonText as formatJson } from '@footnote/contract/report/json-text'
import { ask } from '../credentials/ask.ts'
import { STOPPED } from '../errors/exit-codes.ts'
import { type Explanation, explainError } from '../errors/explain-error.ts'
import { createChatter } from '../output/chatter.ts'
import { isJsonFile, type OutputFile, openOutputFile } from '../output/output-file.ts'
import { cleanJson, cleanText } from '../output/terminal/clean-text.ts'
import { openTerminal, type Terminal } from '../output/terminal/terminal.ts'
import { NotWrittenError } from '../output/write-whole.ts'
import type { OutputOptions } from './output-options.ts'
import type { Circumstances, Session } from './session.ts'

const CANCEL_TOO =
  'Stop the research too? It is refunded if it can be stopped; otherwise it keeps running. [y/N] '
const PLAIN = { columns: Infinity, color: false, links: false } as const
const CANCELLED = 'Stopped and refunded.'

/** Runs a command in this process: prints its output, handles signals, sets the exit code. */
export async function withSession(
  { json = false, quiet = false, output, force = false }: OutputOptions,
  work: (session: Session) => Promise<void>,
): Promise<void> {
  const terminal = openTerminal(process.env, process)
  // With --json a program reads stderr too, unless a person is watching it.
  const isQuiet = quiet || (json && !terminal.errIsTty)
  const { say, showStatus, print, end } = createChatter(terminal, { isQuiet })
  let circumstances: Circumstances = {}
  let delivered: unknown
  let file: OutputFile | undefined
  const deliver = (text: string, result: unknown) => {
    delivered = result
    // With the result here, nothing keeps running elsewhere.
    circumstances = { ...circumstances, ifStopped: undefined, cancel: undefined }
    try {
      if (!file) return print(text)
      file.write(text)
      say(`Written to ${output}`)
    } catch (error) {
      throw new NotWrittenError(error, result)
    }
  }
  const session: Session = {
    env: process.env,
    stdin: process.stdin,
    // A file gets the same text as a pipe.
    terminal: output === undefined ? terminal : { ...terminal, ...PLAIN },
    isJson: json || (output !== undefined && isJsonFile(output)),
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
  const askToCancel = async (cancel: () => Promise<unknown>) => {
    end()
    const reply = await ask({ stdin: process.stdin, err: terminal.err }, { text: CANCEL_TOO })
    if (!/^y/i.test(reply ?? '')) return
    await cancel()
    circumstances = { ...circumstances, ifStopped: CANCELLED }
  }
  let asking: Promise<void> | undefined
  for (const [signal, exitCode] of Object.entries(STOPPED)) {
    process.on(signal, () => {
      // Output to a file or a pipe is still wanted after the terminal closes, as under nohup, whose
      // setting Node overrides.
      if (signal === 'SIGHUP' && !terminal.outIsTty) return
      const stop = () => {
        const { ifStopped, taskId } = circumstances
        if (ifStopped === undefined) end()
        else complain(explainStop(ifStopped, taskId))
        process.exit(exitCode)
      }
      const { cancel } = circumstances
      const canAsk = signal === 'SIGINT' && process.stdin.isTTY && terminal.errIsTty && !json
      // A second Ctrl-C stops at once.
      if (!cancel || !canAsk || asking !== undefined) return stop()
      asking = askToCancel(cancel).catch(fail).then(stop)
    })
  }
  try {
    if (output !== undefined) {
      const opened = openOutputFile(output, { force })
      process.on('exit', opened.discard)
      file = opened
    }
    await work(session)
  } catch (error) {
    // Stopping the call ends it with an error too, which then needs no explanation.
    await asking
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

/** Ends the command quietly when its reader does, as in `| head`. A closed stderr is ignored. */
function endWithReader({ out, err }: Terminal, fail: (error: Error) => Promise<void>): void {
  err.on('error', () => {})
  out.on('error', async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') await fail(error)
    process.exit()
  })
}

/** Formats JSON that parses to the same value and is safe to show on a terminal. */
function jsonText(value: unknown): string {
  return `${cleanJson(formatJson(value))}\n`
}
