import { callName } from '@footnote/contract/tools'
import { type HistoryRun, questionOfRun } from '../../../history/history-run.ts'
import { AnswerReport } from '../../../report/answer-report.tsx'
import { ResearchReport } from '../../../report/research-report.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** The result of a kept run, or why there is none. */
export function KeptReport({
  run,
  isExample = false,
}: {
  run: HistoryRun
  /** One of several on a page: without actions, and not printed on its own. */
  isExample?: boolean
}) {
  const { outcome } = run
  if (outcome.kind === 'open')
    return (
      <Notice>
        This browser hasn’t seen the result. If the call still runs, it is listed under Tools;
        otherwise your usage shows how it ended.
      </Notice>
    )
  if (outcome.kind === 'failed')
    return (
      <Notice tone="bad">
        <p className="font-medium">
          {outcome.isRefunded ? 'Failed and refunded.' : 'Failed. Nothing was charged.'}
        </p>
        <p className="mt-1">{outcome.message}</p>
      </Notice>
    )
  const { result } = outcome
  const origin = { call: callName(run), at: new Date(run.startedAt) }
  return 'answer' in result ? (
    <AnswerReport
      result={result}
      question={questionOfRun(run)}
      isExample={isExample}
      origin={origin}
    />
  ) : (
    <ResearchReport
      output={result.output}
      question={questionOfRun(run)}
      fileName={`footnote-${run.id}`}
      isExample={isExample}
      origin={origin}
    />
  )
}
