import { jsonText } from '@footnote/contract/report/json-text'
import type { Output } from '@footnote/sdk'
import type { Session } from '../commands/session.ts'
import { cleanJson, cleanLine } from './terminal/clean-text.ts'
import { headingLines, renderReport, sourceLines } from './terminal/render-report.ts'
import type { ReportSource } from './terminal/render-sources.ts'
import { type Line, paintLine, run } from './terminal/styled-text.ts'
import type { Look } from './terminal/terminal.ts'
import { wrapRuns } from './terminal/wrap-runs.ts'

const KEY = /("(?:[^"\\\n]|\\.)*")(?=:)|"(?:[^"\\\n]|\\.)*"/g

/** Prints a report or structured output, with its sources and the evidence that it came with. */
export function printOutput(
  { terminal, print }: Session,
  { content, sources, evidence = [] }: Output<unknown>,
): void {
  print(
    typeof content === 'string'
      ? renderReport(terminal, { text: content, sources: withExcerpts(sources, evidence) })
      : renderObject(terminal, content, { sources, evidence }),
  )
}

type Evidence = NonNullable<Output<unknown>['evidence']>

/** Adds to each source the passages that a report took from it. */
function withExcerpts(sources: readonly ReportSource[], evidence: Evidence): ReportSource[] {
  return sources.map((source, index) => ({
    ...source,
    excerpts: evidence.filter(entry => entry.source === index + 1).map(({ quote }) => quote),
  }))
}

/** Renders structured output as JSON, then its evidence and sources; for a pipe, as one JSON object with all of them. */
export function renderObject(
  look: Look,
  content: unknown,
  { sources, evidence = [] }: { sources: readonly ReportSource[]; evidence?: Evidence },
): string {
  const proof = evidence.length > 0 && { evidence }
  if (look.columns === Infinity) return `${cleanJson(jsonText({ content, sources, ...proof }))}\n`
  const json = cleanJson(jsonText(content)).replace(KEY, (text, key?: string) =>
    key === undefined ? text : paintLine(look, [{ ...run(''), text: key, style: { cyan: true } }]),
  )
  const lines = [...evidenceLines(look, evidence), ...sourceLines(look, sources)]
  return [json, ...lines.map(line => paintLine(look, line)), ''].join('\n')
}

/** Renders the passage that proves each value: its place in the JSON, the number of its source, the quote. */
function evidenceLines(look: Look, evidence: Evidence): Line[] {
  if (evidence.length === 0) return []
  const lines = evidence.flatMap(({ pointer, source, quote }) =>
    wrapRuns(
      [
        run(cleanLine(pointer), { cyan: true }),
        run(` [${source}] `, { dim: true }),
        run(`“${cleanLine(quote)}”`, { italic: true }),
      ],
      look.columns,
    ),
  )
  return [...headingLines(look, 'Evidence'), ...lines]
}
