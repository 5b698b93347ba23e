import { citedNumbers } from '@footnote/contract/report/markers'
import type { AnswerResult } from '@footnote/contract/responses'
import { useMemo } from 'react'
import { CitedText } from '../../report/citation.tsx'
import { ReportSheet } from '../../report/report-sheet.tsx'
import { sourcesOfAnswer } from '../../report/source.ts'

/** An answer in plain text with its sources, which looks like a report without loading a reader of Markdown. */
export function ExampleAnswer({ question, result }: { question: string; result: AnswerResult }) {
  const { cited: sources, alsoFound } = useMemo(() => sourcesOfAnswer(result), [result])
  return (
    <ReportSheet
      question={question}
      fallbackTitle="Answer"
      sources={sources}
      alsoFound={alsoFound}
      cited={citedNumbers(result.answer, sources.length)}
      actions={false}
    >
      <div className="report-text">
        <p>
          <CitedText text={result.answer} />
        </p>
      </div>
    </ReportSheet>
  )
}
