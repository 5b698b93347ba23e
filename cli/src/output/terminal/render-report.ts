import { isModest } from '@footnote/contract/report/is-modest'
import { piecesOfText } from '@footnote/contract/report/markers'
import { sealMarkers } from '@footnote/contract/report/seal-markers'
import { Lexer } from 'marked'
import { cleanText } from './clean-text.ts'
import { citationRuns } from './read-inline.ts'
import { renderBlocks } from './render-blocks.ts'
import { type ReportSource, renderSources, sourcesMarkdown } from './render-sources.ts'
import { type Line, paintLine, run } from './styled-text.ts'
import type { Look } from './terminal.ts'
import { wrapRuns } from './wrap-runs.ts'

export interface Report {
  readonly text: string
  readonly sources: readonly ReportSource[]
}

/** Renders a report and its sources for the terminal, or as Markdown for a pipe. */
export function renderReport(look: Look, { text, sources }: Report): string {
  const clean = cleanText(text).trim()
  if (look.columns === Infinity) {
    const list = sources.length === 0 ? [] : ['## Sources', sourcesMarkdown(sources)]
    return `${[clean, ...list].join('\n\n')}\n`
  }
  const lines = readReport(look, { text: clean, sources })
  const shown = [...lines, ...sourceLines(look, sources)]
  return shown.map(line => `${paintLine(look, line)}\n`).join('')
}

/** Renders the sources under a heading, after an empty line. */
export function sourceLines(look: Look, sources: readonly ReportSource[]): Line[] {
  if (sources.length === 0) return []
  return [...headingLines(look, 'Sources'), ...renderSources(sources, look.columns)]
}

/** Renders a heading between empty lines. */
export function headingLines({ color }: Look, text: string): Line[] {
  return [[], [color ? run(text, { bold: true, underline: true }) : run(`## ${text}`)], []]
}

/** Renders Markdown, or the plain text if it would take too long to parse or is nested too deep. */
function readReport(look: Look, { text, sources }: Report): Line[] {
  const sealed = sealMarkers(text, sources.length)
  if (!isModest(sealed.text)) return readText(look, { text, sources })
  try {
    return renderBlocks({ look, sealed, sources }, new Lexer({ gfm: true }).lex(sealed.text))
  } catch {
    return readText(look, { text, sources })
  }
}

function readText({ columns }: Look, { text, sources }: Report): Line[] {
  const runs = piecesOfText(text, sources.length).flatMap(piece =>
    piece.kind === 'text' ? [run(piece.text)] : citationRuns({ sources }, piece),
  )
  return wrapRuns(runs, columns)
}
