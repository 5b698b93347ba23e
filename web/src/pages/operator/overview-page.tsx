import type { OverviewResponse } from '@footnote/contract/site/operator'
import { pages } from '@footnote/contract/site/pages'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { agoText } from '../../ui/ago-text.ts'
import { counted } from '../../ui/counted.ts'
import { Figure, Figures } from '../../ui/figure.tsx'
import { Money } from '../../ui/money.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { AuditResult } from './audit/audit-result.tsx'
import { OperatorError } from './operator-error.tsx'
import { overviewQuery } from './operator-queries.ts'
import { RefundCauses } from './refund/refund-causes-panel.tsx'

/** The state of the ledger and the service at a glance. */
export function OperatorOverviewPage() {
  const { data, error, refetch } = useQuery(overviewQuery)
  return (
    <>
      <PageTitle
        title="Admin area"
        description="Balances, pending charges and earnings of the whole service."
      />
      <div className="space-y-6">
        {data ? (
          <Overview overview={data} />
        ) : error ? (
          <OperatorError error={error} onRetry={refetch} />
        ) : (
          <>
            <Skeleton className="h-60" />
            <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
              <Skeleton className="h-44" />
              <Skeleton className="h-44" />
            </div>
          </>
        )}
        {(data || !error) && <RefundCauses />}
      </div>
    </>
  )
}

function Overview({ overview }: { overview: OverviewResponse }) {
  return (
    <>
      {overview.overdue_calls > 0 && (
        <Notice tone="bad">
          {counted(overview.overdue_calls, 'pending charge')} past the deadline. Background jobs are
          not running: check the <NoticeLink to="operatorHealth">instances</NoticeLink>, then the{' '}
          <NoticeLink to="operatorHeld">pending charges</NoticeLink>.
        </Notice>
      )}
      {overview.last_audit !== null && overview.last_audit.violation_count > 0 && (
        <Notice tone="bad">
          The last audit found {counted(overview.last_audit.violation_count, 'violation')}:{' '}
          <NoticeLink to="operatorAudits">see details</NoticeLink>.
        </Notice>
      )}
      <MoneyPanel overview={overview} />
      <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
        <HeldPanel overview={overview} />
        <AuditPanel audit={overview.last_audit} />
      </div>
    </>
  )
}

function MoneyPanel({ overview }: { overview: OverviewResponse }) {
  return (
    <Panel title="Money">
      <Figures>
        <Figure name="Balances" note={<>of {counted(overview.accounts, 'account')}</>}>
          <Money units={overview.balance_units} />
        </Figure>
        <Figure name="Pending" note={<>for {counted(overview.held_calls, 'call')}</>}>
          <Money units={overview.held_units} />
        </Figure>
        <Figure name="Debts" note="owed to the service">
          <Money units={overview.debt_units} />
        </Figure>
        <Figure name="Earned" note="last 24 hours">
          <Money units={overview.earned_units} />
        </Figure>
        <Figure name="Refunded" note="last 24 hours">
          <Money units={overview.refunded_units} />
        </Figure>
        <Figure name="Recharged" note="last 24 hours">
          <Money units={overview.recharged_units} />
        </Figure>
      </Figures>
    </Panel>
  )
}

function HeldPanel({
  overview: { held_calls, oldest_held_at, overdue_calls },
}: {
  overview: OverviewResponse
}) {
  return (
    <Panel title="Pending charges" action={<TextLink to={pages.operatorHeld}>View all</TextLink>}>
      <Figures>
        <Figure name="Now">{held_calls.toLocaleString('en-GB')}</Figure>
        <Figure
          name="Overdue"
          isBad={overdue_calls > 0}
          note={overdue_calls === 0 ? 'as expected' : 'must be 0'}
        >
          {overdue_calls.toLocaleString('en-GB')}
        </Figure>
        <Figure name="Oldest">
          {oldest_held_at === null ? 'None' : agoText(new Date(oldest_held_at), new Date())}
        </Figure>
      </Figures>
    </Panel>
  )
}

function AuditPanel({ audit }: { audit: OverviewResponse['last_audit'] }) {
  return (
    <Panel title="Last audit" action={<TextLink to={pages.operatorAudits}>View all</TextLink>}>
      {audit === null ? (
        <p className="text-sm text-quiet">No audits yet. Run one on the Audits page.</p>
      ) : (
        <Figures>
          <Figure name="Result">
            <span className="font-sans">
              <AuditResult audit={audit} />
            </span>
          </Figure>
          <Figure name="Rules checked">{audit.rules}</Figure>
          <Figure name="Started">{agoText(new Date(audit.started_at), new Date())}</Figure>
        </Figures>
      )}
    </Panel>
  )
}

/** A link in the colour of the notice around it. */
function NoticeLink({
  to,
  children,
}: {
  to: 'operatorHealth' | 'operatorHeld' | 'operatorAudits'
  children: string
}) {
  return (
    <Link to={pages[to]} className="font-medium underline underline-offset-2">
      {children}
    </Link>
  )
}
