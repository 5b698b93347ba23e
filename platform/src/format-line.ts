import { styleText } from 'node:util'

const LEVELS: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: styleText('yellow', 'warn'),
  50: styleText('red', 'error'),
  60: styleText('red', 'fatal'),
}

/** Turns a line of JSON into one for a terminal: the time, the level, the message, then the fields. */
export function formatLine(line: string): string {
  const { time, level, msg, ...fields } = JSON.parse(line) as {
    time: number
    level: number
    msg?: string
  }
  const rest = Object.entries(fields).map(([name, value]) =>
    styleText('dim', `${name}=${plain(value)}`),
  )
  const clock = new Date(time).toTimeString().slice(0, 8)
  return `${[styleText('dim', clock), LEVELS[level], msg, ...rest].filter(Boolean).join(' ')}\n`
}

/** Quotes text only where it needs it: a line break or an escape code would deceive the reader. */
function plain(value: unknown): string {
  return typeof value === 'string' && /^[ -~]*$/.test(value) ? value : JSON.stringify(value)
}
