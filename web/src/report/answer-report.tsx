import type { AnswerResult } from '@footnote/contract/responses'
import { useMemo } from 'react'
import type { ReportOrigin } from './export/report-document.ts'
import { ReportActions } from './report-actions.tsx'
import { ReportSheet } from './report-sheet.tsx'
import { ReportText, readReport } from './report-text.tsx'
import { sourcesOfAnswer } from './source.ts'
import { titleOf } from './title-of.ts'
import { toMarkdown } from './to-markdown.ts'

/** An answer with its sources. */
export function AnswerReport({
  result,
  question,
  origin,
  isExample = false,
  isShared = false,
}: {
  result: AnswerResult
  question: string | undefined
  origin?: ReportOrigin
  /** Part of another page: without actions, and not printed on its own. */
  isExample?: boolean
  /** Opened by a link, which needs no further one. */
  isShared?: boolean
}) {
  const { cited: sources, alsoFound } = useMemo(() => sourcesOfAnswer(result), [result])
  const report = useMemo(() => readReport(result.answer, sources.length), [result, sources])
  const markdown = useMemo(
    () => toMarkdown({ question, text: result.answer, sources }),
    [question, result, sources],
  )
  const file = { name: 'answer.md', text: markdown, type: 'text/markdown' }
  const exported = {
    ...{ origin, sources, text: report.text, tree: report.tree },
    title: titleOf(question) ?? 'Answer',
  }
  // Without the caller's bill, which a result may come with.
  const { answer, citations, results } = result
  const shared = isShared
    ? undefined
    : {
        question,
        call: origin?.call,
        at: origin?.at.toISOString(),
        result: { answer, citations, results },
      }
  return (
    <ReportSheet
      question={question}
      fallbackTitle="Answer"
      sources={sources}
      alsoFound={alsoFound}
      cited={report.cited}
      headings={report.headings}
      origin={origin}
      actions={
        !isExample && (
          <ReportActions file={file} label="Markdown" document={exported} shared={shared} />
        )
      }
    >
      <ReportText report={report} />
    </ReportSheet>
  )
}
