import { counted } from '../../../ui/counted.ts'
import { Panel } from '../../../ui/panel.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { Time } from '../../../ui/time.tsx'
import type { Audit } from './audit-result.tsx'

type Violation = Audit['violations'][number]

const COLUMNS: readonly Column<Violation>[] = [
  { name: 'Rule', cell: ({ rule }) => <span className="max-md:text-right">{rule}</span> },
  {
    name: 'Subject',
    cell: ({ subject }) => (
      <span className="font-mono text-xs wrap-anywhere select-all">{subject}</span>
    ),
  },
  {
    name: 'Detail',
    cell: ({ detail }) => <span className="wrap-anywhere max-md:text-right">{detail}</span>,
  },
]

/** Violations of the latest audit, and those of earlier ones collapsed. */
export function Violations({ audits }: { audits: readonly Audit[] }) {
  const [latest, ...others] = audits
  const earlier = others.filter(({ violation_count }) => violation_count > 0)
  return (
    <>
      {latest && latest.violation_count > 0 && (
        <Panel
          title="Current violations"
          description="The subject is the ID of an account, charge, payment or transaction. Search for it under Accounts."
          className="border-bad/40"
        >
          <List audit={latest} />
        </Panel>
      )}
      {earlier.length > 0 && (
        <Panel title="Earlier violations">
          <div className="divide-y divide-rule">
            {earlier.map(audit => (
              <details key={audit.audit_id} className="py-2 first:pt-0 last:pb-0">
                <summary className="min-h-8 cursor-pointer py-1 text-sm">
                  <Time at={audit.started_at} />: {counted(audit.violation_count, 'violation')}
                </summary>
                <div className="mt-2">
                  <List audit={audit} />
                </div>
              </details>
            ))}
          </div>
        </Panel>
      )}
    </>
  )
}

function List({ audit: { violations, violation_count } }: { audit: Audit }) {
  return (
    <>
      <Table
        label="Violations"
        columns={COLUMNS}
        rows={violations}
        rowKey={({ rule, subject, detail }) => `${rule} ${subject} ${detail}`}
      />
      {violation_count > violations.length && (
        <p className="mt-3 text-sm text-quiet">
          Showing {violations.length} of {violation_count.toLocaleString('en-GB')} violations.
        </p>
      )}
    </>
  )
}
