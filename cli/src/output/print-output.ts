import { jsonText } from '@footnote/contract/report/json-text'
import type { Output } from '@footnote/sdk'
import type { Session } from '../commands/session.ts'
import { cleanJson } from './terminal/clean-text.ts'
import { renderReport, sourceLines } from './terminal/render-report.ts'
import type { ReportSource } from './terminal/render-sources.ts'
import { paintLine, run } from './terminal/styled-text.ts'
import type { Look } from './terminal/terminal.ts'

const KEY = /("(?:[^"\\\n]|\\.)*")(?=:)|"(?:[^"\\\n]|\\.)*"/g

/** Prints a report or structured output, with its sources. */
export function printOutput(
  { terminal, print }: Session,
  { content, sources }: Output<unknown>,
): void {
  print(
    typeof content === 'string'
      ? renderReport(terminal, { text: content, sources })
      : renderObject(terminal, content, sources),
  )
}

/** Renders structured output as JSON, then its sources; for a pipe, as one JSON object with both. */
export function renderObject(look: Look, value: unknown, sources: readonly ReportSource[]): string {
  if (look.columns === Infinity) return `${cleanJson(jsonText({ content: value, sources }))}\n`
  const json = cleanJson(jsonText(value)).replace(KEY, (text, key?: string) =>
    key === undefined ? text : paintLine(look, [{ ...run(''), text: key, style: { cyan: true } }]),
  )
  return [json, ...sourceLines(look, sources).map(line => paintLine(look, line)), ''].join('\n')
}
