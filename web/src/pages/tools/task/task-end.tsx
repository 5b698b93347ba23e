import { refundCauses } from '@footnote/contract/refund-causes'
import type { TaskResponse } from '@footnote/contract/responses'
import { pages } from '@footnote/contract/site/pages'
import { callName } from '@footnote/contract/tools'
import { useQuery } from '@tanstack/react-query'
import { usageQuery } from '../../../api/queries.ts'
import { ResearchReport } from '../../../report/research-report.tsx'
import { titleOf } from '../../../report/title-of.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { formatUsd, Money } from '../../../ui/money.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Time } from '../../../ui/time.tsx'
import { WithDocsLinks } from '../../../ui/with-docs-links.tsx'
import { RequestId } from '../request-id.tsx'

/** The report and its cost, or the failure and its refund. */
export function TaskEnd({ task, question }: { task: TaskResponse; question: string | undefined }) {
  const { data } = useQuery(usageQuery)
  const charge = data?.calls.find(({ request_id }) => request_id === task.task_id)
  const cost = charge?.cost_units
  if (!task.result) return <Failed task={task} cost={cost} question={question} />
  return (
    <Panel>
      <p role="status" className="sr-only">
        Your result is ready.
      </p>
      <ResearchReport
        output={task.result.output}
        question={question}
        {...(charge && { origin: { call: callName(charge), at: new Date(charge.created_at) } })}
        fileName={`footnote-${task.task_id}`}
      />
      <div className="mt-6 border-t border-rule pt-4 text-sm text-quiet print:hidden">
        <p>
          {cost !== undefined && (
            <>
              This task cost <Money units={cost} className="font-medium text-ink" />.{' '}
            </>
          )}
          The result is available until <Time at={task.expires_at} />. Download it to keep it.
        </p>
        <RequestId id={task.task_id} />
      </div>
    </Panel>
  )
}

function Failed({
  task,
  cost,
  question,
}: {
  task: TaskResponse
  cost: number | undefined
  question: string | undefined
}) {
  const isCancelled = task.message === refundCauses.cancelled.message
  const title = titleOf(question)
  return (
    <Notice tone={isCancelled ? 'info' : 'bad'}>
      <h2 className="font-serif text-lg font-semibold">
        {isCancelled ? 'Task cancelled' : 'Task failed'}
      </h2>
      {title !== undefined && (
        <p dir="auto" className="mt-1 text-ink wrap-anywhere">
          {title}
        </p>
      )}
      <p className="mt-1 font-medium">
        {cost === undefined ? 'The price' : <s>{formatUsd(cost)}</s>} was charged and refunded.
      </p>
      {task.message !== undefined && (
        <p className="mt-1">
          <WithDocsLinks text={task.message} />
        </p>
      )}
      <ButtonLink to={pages.research} className="mt-3 text-ink">
        Back to research
      </ButtonLink>
      <RequestId id={task.task_id} />
    </Notice>
  )
}
