import { pages } from '@footnote/contract/site/pages'
import { useParams } from '@tanstack/react-router'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { RequestId } from '../request-id.tsx'
import { useHistory, useKeptRun } from '../tool-memory.tsx'
import { ToolNav } from '../tool-nav.tsx'
import { KeptReport } from './kept-report.tsx'
import { RunActions } from './run-actions.tsx'
import { RunFacts } from './run-facts.tsx'

/** One run of the history. */
export function RunPage() {
  const { runId = '' } = useParams({ strict: false })
  const { status } = useHistory()
  const run = useKeptRun(runId)
  return (
    <>
      <ToolNav />
      <div className="print:hidden">
        <PageTitle title="Saved run" />
      </div>
      {status === 'loading' && <Skeleton className="h-80 rounded-xl" />}
      {status !== 'loading' && !run && <MissingRun />}
      {run && (
        <Panel>
          <div className="mb-6 space-y-4 border-b border-rule pb-5 print:hidden">
            <RunFacts run={run} />
            <RunActions run={run} />
          </div>
          <KeptReport run={run} />
          <RequestId id={run.id} />
        </Panel>
      )}
    </>
  )
}

export function MissingRun() {
  return (
    <EmptyState title="Run not found">
      <p className="max-w-prose text-sm text-quiet">
        This browser doesn’t have it. History isn’t shared between browsers, and signing out deletes
        it.
      </p>
      <ButtonLink to={pages.history}>Back to history</ButtonLink>
    </EmptyState>
  )
}
