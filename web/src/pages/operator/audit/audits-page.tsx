import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callSite } from '../../../api/call-site.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { counted } from '../../../ui/counted.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Column } from '../../../ui/table.tsx'
import { Time } from '../../../ui/time.tsx'
import { ActionDialog } from '../action/action-dialog.tsx'
import { type Report, useActionNotice } from '../action/use-action-notice.tsx'
import { OperatorError } from '../operator-error.tsx'
import { auditsQuery } from '../operator-queries.ts'
import { ShortTable } from '../short-table.tsx'
import { type Audit, AuditResult } from './audit-result.tsx'
import { Violations } from './violations.tsx'

const CAUSES: Readonly<Record<Audit['cause'], string>> = {
  service: 'Scheduled',
  operator: 'Operator',
  'command line': 'Command line',
}
const COLUMNS: readonly Column<Audit>[] = [
  { name: 'Time', cell: ({ started_at }) => <Time at={started_at} /> },
  { name: 'Result', cell: audit => <AuditResult audit={audit} /> },
  { name: 'Started by', cell: ({ cause }) => CAUSES[cause] },
  { name: 'Rules', isAmount: true, cell: ({ rules }) => rules },
  {
    name: 'Duration',
    isAmount: true,
    cell: ({ took_ms }) => `${took_ms.toLocaleString('en-GB')} ms`,
  },
]

/** Audits of the ledger, with violations first. */
export function OperatorAuditsPage() {
  const { data, error, refetch } = useQuery(auditsQuery)
  const [isAsking, setIsAsking] = useState(false)
  const [notice, report] = useActionNotice()
  return (
    <>
      <PageTitle
        title="Audits"
        description="Each audit checks every ledger rule against new transactions, all balances and one earlier month."
        action={
          <Button look="primary" onClick={() => setIsAsking(true)}>
            Run audit…
          </Button>
        }
      />
      <div className="space-y-6">
        {notice}
        {data ? (
          <Audits audits={data.audits} />
        ) : error ? (
          <OperatorError error={error} onRetry={refetch} />
        ) : (
          <Skeleton className="h-[30rem]" />
        )}
      </div>
      <RunDialog isOpen={isAsking} onClose={() => setIsAsking(false)} report={report} />
    </>
  )
}

function Audits({ audits }: { audits: readonly Audit[] }) {
  if (audits.length === 0)
    return (
      <EmptyState title="No audits yet">
        <p className="text-sm text-quiet">
          The service runs audits on a schedule. Select “Run audit” to start one now.
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
  report,
}: {
  isOpen: boolean
  onClose: () => void
  report: Report
}) {
  return (
    <ActionDialog
      title="Run an audit now?"
      confirm="Run audit"
      isOpen={isOpen}
      onClose={onClose}
      send={note => callSite('operator_run_audit', { body: note })}
      onDone={({ audit: { rules, violation_count } }) => {
        onClose()
        report(
          violation_count === 0
            ? { text: `Audit passed: all ${counted(rules, 'rule')} hold.` }
            : {
                text: `Audit failed: found ${counted(violation_count, 'violation')}.`,
                tone: 'bad',
              },
        )
      }}
    >
      The audit checks everything new since the last one, plus one earlier month. The service keeps
      running. To check the whole history, run <code>npx footnote audit --full</code>.
    </ActionDialog>
  )
}

const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Audit results side by side, latest on the right; failures differ in height as well as colour. */
function AuditStrip({ audits }: { audits: readonly Audit[] }) {
  const failed = audits.filter(({ violation_count }) => violation_count > 0).length
  return (
    <figure>
      <div
        role="img"
        aria-label={`${counted(audits.length, 'audit')}, ${failed === 0 ? 'all passed' : `${failed} failed`}`}
        className="flex h-10 flex-row-reverse items-end justify-end gap-0.5 border-b border-rule"
      >
        {audits.map(({ audit_id, started_at, violation_count }) => (
          <div
            key={audit_id}
            title={`${MOMENT.format(new Date(started_at))}: ${violation_count === 0 ? 'passed' : counted(violation_count, 'violation')}`}
            className={classes(
              'max-w-3 min-w-px grow rounded-t-xs',
              violation_count === 0 ? 'h-1/2 bg-series-4' : 'h-full bg-bad',
            )}
          />
        ))}
      </div>
      <figcaption className="mt-2 text-sm text-quiet">
        {failed === 0
          ? `Latest ${counted(audits.length, 'audit')}: all passed.`
          : `Latest ${counted(audits.length, 'audit')}: ${failed} failed (tall bars).`}
      </figcaption>
    </figure>
  )
}
