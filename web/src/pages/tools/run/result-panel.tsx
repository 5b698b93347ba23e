import type { Billing } from '@footnote/contract/responses'
import type { CallEvents } from '@footnote/contract/site/responses'
import { AnswerReport } from '../../../report/answer-report.tsx'
import type { ReportOrigin } from '../../../report/export/report-document.ts'
import { ResearchReport } from '../../../report/research-report.tsx'
import { Money } from '../../../ui/money.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { RequestId } from '../request-id.tsx'
import { unitsOfUsd } from './failure-story.ts'

/** The result of a call and its cost. */
export function ResultPanel({
  body,
  question,
  origin,
}: {
  body: CallEvents['result']
  question: string | undefined
  origin: ReportOrigin
}) {
  return (
    <Panel>
      {'answer' in body ? (
        <AnswerReport result={body} question={question} origin={origin} />
      ) : (
        <ResearchReport
          output={body.output}
          question={question}
          origin={origin}
          fileName={`footnote-${body.billing.request_id}`}
        />
      )}
      <BillingLine billing={body.billing} />
    </Panel>
  )
}

function BillingLine({ billing }: { billing: Billing }) {
  return (
    <div className="mt-6 border-t border-rule pt-4 text-sm text-quiet print:hidden">
      <p>
        This call cost <Money units={billing.cost_units} className="font-medium text-ink" />. Your
        balance is now{' '}
        <Money units={unitsOfUsd(billing.balance_usd)} className="font-medium text-ink" />.
      </p>
      <RequestId id={billing.request_id} />
    </div>
  )
}
