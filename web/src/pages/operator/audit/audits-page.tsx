import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callSite } from '../../../api/call-site.ts'
import { Button } from '../../../ui/button.tsx'
import { counted } from '../../../ui/counted.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Column } from '../../../ui/table.tsx'
import { Time } from '../../../ui/time.tsx'
import { ActionDialog } from '../action/action-dialog.tsx'
import { type Tell, useTold } from '../action/use-told.tsx'
import { OperatorError } from '../operator-error.tsx'
import { auditsQuery } from '../operator-queries.ts'
import { ShortTable } from '../short-table.tsx'
import { type Audit, AuditResult } from './audit-result.tsx'
import { AuditStrip } from './audit-strip.tsx'
import { Violations } from './violations.tsx'

const CAUSES: Readonly<Record<Audit['cause'], string>> = {
  service: 'By the service itself',
  operator: 'By an operator',
  'command line': 'From the command line',
}
const COLUMNS: readonly Column<Audit>[] = [
  { name: 'When', cell: ({ started_at }) => <Time at={started_at} /> },
  { name: 'Result', cell: audit => <AuditResult audit={audit} /> },
  { name: 'Started', cell: ({ cause }) => CAUSES[cause] },
  { name: 'Rules', isAmount: true, cell: ({ rules }) => rules },
  {
    name: 'Took',
    isAmount: true,
    cell: ({ took_ms }) => `${took_ms.toLocaleString('en-GB')} ms`,
  },
]

/** Whether the books keep their rules, now and before. */
export function OperatorAuditsPage() {
  const { data, error, refetch } = useQuery(auditsQuery)
  const [isAsking, setIsAsking] = useState(false)
  const [told, tell] = useTold()
  return (
    <>
      <PageTitle
        title="Audits"
        description="Each proves every money rule on what is new, on all balances and on one earlier month."
        action={
          <Button look="primary" onClick={() => setIsAsking(true)}>
            Run now…
          </Button>
        }
      />
      <div className="space-y-6">
        {told}
        {data ? (
          <Audits audits={data.audits} />
        ) : error ? (
          <OperatorError error={error} onRetry={refetch} />
        ) : (
          <Skeleton className="h-[30rem]" />
        )}
      </div>
      <RunDialog isOpen={isAsking} onClose={() => setIsAsking(false)} tell={tell} />
    </>
  )
}

function Audits({ audits }: { audits: readonly Audit[] }) {
  if (audits.length === 0)
    return (
      <EmptyState title="No audit yet">
        <p className="text-sm text-quiet">
          The service runs one now and then by itself; “Run now” does not wait for it.
        </p>
      </EmptyState>
    )
  return (
    <>
      <Violations audits={audits} />
      <Panel title="History">
        <AuditStrip audits={audits} />
        <div className="mt-5">
          <ShortTable
            label="Audits"
            columns={COLUMNS}
            rows={audits}
            rowKey={({ audit_id }) => audit_id}
          />
        </div>
      </Panel>
    </>
  )
}

function RunDialog({
  isOpen,
  onClose,
  tell,
}: {
  isOpen: boolean
  onClose: () => void
  tell: Tell
}) {
  return (
    <ActionDialog
      title="Run an audit now?"
      confirm="Run it"
      isOpen={isOpen}
      onClose={onClose}
      send={note => callSite('operator_run_audit', { body: note })}
      onDone={({ audit: { rules, violation_count } }) => {
        onClose()
        tell(
          violation_count === 0
            ? { text: `The books are in order: all ${counted(rules, 'rule')} hold.` }
            : { text: `${counted(violation_count, 'violation')} found.`, tone: 'bad' },
        )
      }}
    >
      It reads what is new since the last audit, and one earlier month from scratch. Calls go on
      meanwhile. To prove the whole history, use <code>npx footnote audit --full</code>.
    </ActionDialog>
  )
}
