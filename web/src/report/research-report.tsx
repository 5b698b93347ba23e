import { jsonText } from '@footnote/contract/report/json-text'
import { citedNumbers } from '@footnote/contract/report/markers'
import type { Output } from '@footnote/contract/responses'
import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ReportOrigin } from './export/report-document.ts'
import { ReportActions } from './report-actions.tsx'
import { ReportSheet } from './report-sheet.tsx'
import { ReportText, readReport } from './report-text.tsx'
import { sourcesOfOutput } from './source.ts'
import { StructuredText, type StructuredView } from './structured-text.tsx'
import { headingOf, titleOf, withoutHeading } from './title-of.ts'
import { toMarkdown } from './to-markdown.ts'

/** A report or structured result with its sources. */
export function ResearchReport({
  output,
  question,
  fileName,
  origin,
  isExample = false,
  isShared = false,
}: {
  output: Output
  question: string | undefined
  /** Name of the downloaded file, without extension. */
  fileName: string
  origin?: ReportOrigin
  /** Part of another page: without actions, and not printed on its own. */
  isExample?: boolean
  /** Opened by a link, which needs no further one. */
  isShared?: boolean
}) {
  const { content } = output
  const [view, setView] = useState<StructuredView>('tree')
  const sources = useMemo(() => sourcesOfOutput(output), [output])
  const report = useMemo(
    () =>
      typeof content === 'string'
        ? readReport(bodyOf(content, question), sources.length)
        : undefined,
    [content, question, sources],
  )
  const cited = useMemo(
    () => report?.cited ?? citedNumbers([content, evidenceMarkers(output)], sources.length),
    [report, content, output, sources],
  )
  const file = useMemo(
    () =>
      typeof content === 'string'
        ? {
            name: `${fileName}.md`,
            text: toMarkdown({ question, text: content, sources }),
            type: 'text/markdown',
          }
        : { name: `${fileName}.json`, text: jsonText(content), type: 'application/json' },
    [content, fileName, question, sources],
  )
  const label = typeof content === 'string' ? 'Markdown' : 'JSON'
  const fallbackTitle = (typeof content === 'string' && headingOf(content)) || 'Report'
  const exported = {
    ...{ origin, sources, text: report?.text ?? '', tree: report?.tree },
    title: titleOf(question) ?? fallbackTitle,
  }
  const shared = isShared
    ? undefined
    : { question, call: origin?.call, at: origin?.at.toISOString(), result: { output } }
  return (
    <ReportSheet
      question={question}
      fallbackTitle={fallbackTitle}
      origin={origin}
      sources={sources}
      cited={cited}
      headings={report?.headings ?? []}
      actions={
        !isExample && (
          <ReportActions file={file} label={label} document={exported} shared={shared} />
        )
      }
      onShowText={() => flushSync(() => setView('tree'))}
    >
      {report && <ReportText report={report} />}
      {typeof content !== 'string' && (
        <StructuredText
          value={content}
          evidence={output.evidence}
          json={file.text}
          view={view}
          onView={setView}
        />
      )}
    </ReportSheet>
  )
}

/** The text below the title; a first heading that is the title is not shown twice. */
function bodyOf(content: string, question: string | undefined): string {
  const title = titleOf(question)
  return title === undefined || title === headingOf(content) ? withoutHeading(content) : content
}

/** Evidence cites its sources like the text does. */
function evidenceMarkers({ evidence = [] }: Output): string[] {
  return evidence.map(({ source }) => `[[${source}]]`)
}
