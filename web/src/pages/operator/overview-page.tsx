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

/** Whether the books and the service are well, at a glance. */
export function OperatorOverviewPage() {
  const { data, error, refetch } = useQuery(overviewQuery)
  return (
    <>
      <PageTitle title="Operator" description="What the service holds, owes and has earned." />
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
          {counted(overview.overdue_calls, 'held call')} past the deadline and not settled. The
          service’s chores are not being done:{' '}
          <NoticeLink to="operatorHealth">look at the instances</NoticeLink>, then at{' '}
          <NoticeLink to="operatorHeld">what is held</NoticeLink>.
        </Notice>
      )}
      {overview.last_audit !== null && overview.last_audit.violation_count > 0 && (
        <Notice tone="bad">
          The last audit found {counted(overview.last_audit.violation_count, 'violation')}:{' '}
          <NoticeLink to="operatorAudits">see which</NoticeLink>.
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
        <Figure name="Held" note={<>for {counted(overview.held_calls, 'call')}</>}>
          <Money units={overview.held_units} />
        </Figure>
        <Figure name="Debts" note="owed to the service">
          <Money units={overview.debt_units} />
        </Figure>
        <Figure name="Earned" note="in 24 hours">
          <Money units={overview.earned_units} />
        </Figure>
        <Figure name="Refunded" note="in 24 hours">
          <Money units={overview.refunded_units} />
        </Figure>
        <Figure name="Recharged" note="in 24 hours">
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
    <Panel title="Held calls" action={<TextLink to={pages.operatorHeld}>See them</TextLink>}>
      <Figures>
        <Figure name="Held now">{held_calls.toLocaleString('en-GB')}</Figure>
        <Figure
          name="Overdue"
          isBad={overdue_calls > 0}
          note={overdue_calls === 0 ? 'as it must be' : 'must be 0'}
        >
          {overdue_calls.toLocaleString('en-GB')}
        </Figure>
        <Figure name="Oldest">
          {oldest_held_at === null ? 'none' : agoText(new Date(oldest_held_at), new Date())}
        </Figure>
      </Figures>
    </Panel>
  )
}

function AuditPanel({ audit }: { audit: OverviewResponse['last_audit'] }) {
  return (
    <Panel title="Last audit" action={<TextLink to={pages.operatorAudits}>All audits</TextLink>}>
      {audit === null ? (
        <p className="text-sm text-quiet">There has been none yet; run one from the audits.</p>
      ) : (
        <Figures>
          <Figure name="Result">
            <span className="font-sans">
              <AuditResult audit={audit} />
            </span>
          </Figure>
          <Figure name="Rules proven">{audit.rules}</Figure>
          <Figure name="When">{agoText(new Date(audit.started_at), new Date())}</Figure>
        </Figures>
      )}
    </Panel>
  )
}

/** Within a notice, in its colour. */
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
