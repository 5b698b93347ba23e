import { jsonText } from '@footnote/contract/report/json-text'
import { cleanJson } from './clean-text.ts'
import { sourceLines } from './render-report.ts'
import type { ReportSource } from './render-sources.ts'
import { paintLine, run } from './styled-text.ts'
import type { Look } from './terminal.ts'

const KEY = /("(?:[^"\\\n]|\\.)*")(?=:)|"(?:[^"\\\n]|\\.)*"/g

/** Structured output: its JSON, then its sources; for programs, one JSON object with both. */
export function renderObject(look: Look, value: unknown, sources: readonly ReportSource[]): string {
  if (look.columns === Infinity) return `${cleanJson(jsonText({ content: value, sources }))}\n`
  const json = cleanJson(jsonText(value)).replace(KEY, (text, key?: string) =>
    key === undefined ? text : paintLine(look, [{ ...run(''), text: key, style: { cyan: true } }]),
  )
  return [json, ...sourceLines(look, sources).map(line => paintLine(look, line)), ''].join('\n')
}
