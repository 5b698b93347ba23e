import { cleanText } from './terminal/clean-text.ts'
import { type StatusLine, startStatus } from './terminal/status-line.ts'
import { paintLine, run } from './terminal/styled-text.ts'
import type { Terminal } from './terminal/terminal.ts'
import { writeWhole } from './write-whole.ts'

/** What a person is told beside the result, on stderr. */
export interface Chatter {
  /** A line that stays. */
  say(text: string): void
  /** A line that is drawn again, where it can be. */
  showStatus(text: string): void
  /** Writes the result or throws; where both are on one screen, an empty line stands between. */
  print(text: string): void
  /** Takes the status away. */
  end(): void
}

export function createChatter(terminal: Terminal, { isQuiet }: { isQuiet: boolean }): Chatter {
  const { out, err, errIsTty, outIsTty, color } = terminal
  let status: StatusLine | undefined
  let latest: 'talk' | 'result' | undefined

  function end() {
    status?.end()
    status = undefined
  }

  function turnTo(next: 'talk' | 'result') {
    end()
    const isOneScreen = errIsTty && outIsTty
    if (isOneScreen && latest !== undefined && latest !== next) err.write('\n')
    latest = next
  }

  return {
    end,
    say(text) {
      if (isQuiet) return
      turnTo('talk')
      for (const line of cleanText(text).split('\n')) {
        err.write(`${paintLine({ color, links: false }, [run(line, { dim: errIsTty })])}\n`)
      }
    },
    showStatus(text) {
      if (isQuiet) return
      if (status) status.say(text)
      else status = startStatus(terminal, { text })
    },
    print(text) {
      turnTo('result')
      writeWhole(out, text)
    },
  }
}
