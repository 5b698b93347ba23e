import type { AnswerResponse, ResearchResponse } from '@footnote/sdk'
import { printOutput } from '../output/print-output.ts'
import { renderReport } from '../output/terminal/render-report.ts'
import type { ReportSource } from '../output/terminal/render-sources.ts'
import type { Session } from './session.ts'

/** Prints an answer or a report. */
export function printReply(
  session: Session,
  reply: AnswerResponse | ResearchResponse<unknown>,
): void {
  if ('output' in reply) {
    printOutput(session, reply.output)
    return
  }
  const sources = sourcesOf(reply)
  session.print(renderReport(session.terminal, { text: reply.answer, sources }))
}

/** Citations have no titles of their own; the search results have. */
function sourcesOf({ citations, results }: AnswerResponse): ReportSource[] {
  const titles = new Map(results.web.map(({ url, title }) => [url, title]))
  return citations.map(({ source: url, excerpts }) => ({
    url,
    title: titles.get(url) ?? '',
    excerpts,
  }))
}
