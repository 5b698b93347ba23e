import { cleanText } from './terminal/clean-text.ts'
import { type StatusLine, startStatus } from './terminal/status-line.ts'
import { paintLine, run, type Style } from './terminal/styled-text.ts'
import type { Terminal } from './terminal/terminal.ts'
import { writeWhole } from './write-whole.ts'

/** Output of a command: messages on stderr, the result on stdout. */
export interface Chatter {
  /** Prints lines to stderr, on a terminal dim unless another style is given. */
  say(text: string, style?: Style): void
  /** Shows or updates the progress line on stderr. */
  showStatus(text: string): void
  /** Writes the result to stdout or throws. On a terminal, a blank line sets it apart from messages. */
  print(text: string): void
  /** Removes the progress line. */
  end(): void
}

export function createChatter(terminal: Terminal, { isQuiet }: { isQuiet: boolean }): Chatter {
  const { out, err, errIsTty, outIsTty, color } = terminal
  let status: StatusLine | undefined
  let latest: 'message' | 'result' | undefined

  function end() {
    status?.end()
    status = undefined
  }

  function switchTo(next: 'message' | 'result') {
    end()
    const isOneScreen = errIsTty && outIsTty
    if (isOneScreen && latest !== undefined && latest !== next) err.write('\n')
    latest = next
  }

  return {
    end,
    say(text, style = { dim: errIsTty }) {
      if (isQuiet) return
      switchTo('message')
      for (const line of cleanText(text).split('\n')) {
        err.write(`${paintLine({ color, links: false }, [run(line, style)])}\n`)
      }
    },
    showStatus(text) {
      if (isQuiet) return
      if (status) status.say(text)
      else status = startStatus(terminal, { text })
    },
    print(text) {
      switchTo('result')
      writeWhole(out, text)
    },
  }
}
