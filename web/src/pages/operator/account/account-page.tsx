import type { AccountResponse } from '@footnote/contract/site/operator'
import { pages } from '@footnote/contract/site/pages'
import { callName } from '@footnote/contract/tools'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Badge } from '../../../ui/badge.tsx'
import { Money } from '../../../ui/money.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Column } from '../../../ui/table.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { Time } from '../../../ui/time.tsx'
import { CALL_STATE_WORDS, type Call } from '../../usage/call-state.ts'
import { ActionsTable } from '../action/actions-table.tsx'
import { type Report, useActionNotice } from '../action/use-action-notice.tsx'
import { IdText } from '../id-text.tsx'
import { OperatorError } from '../operator-error.tsx'
import { accountQuery } from '../operator-queries.ts'
import { PaymentsTable } from '../payment/payments-table.tsx'
import { ShortTable } from '../short-table.tsx'
import { AccountHead } from './account-head.tsx'
import { AccountKeys } from './account-keys.tsx'
import { AccountMovements } from './account-movements.tsx'

/** One account in full. The title omits its email, since browsers keep titles in their history. */
export function OperatorAccountPage() {
  const { accountId } = useParams({ from: '/member/operator/operator/accounts/$accountId' })
  const { data, error, refetch } = useQuery(accountQuery(accountId))
  const [notice, report] = useActionNotice()
  return (
    <>
      <PageTitle
        title="Account"
        description={<TextLink to={pages.operatorAccounts}>Back to accounts</TextLink>}
      />
      <div className="space-y-6">
        {notice}
        {data ? (
          <Everything found={data} report={report} />
        ) : error ? (
          <OperatorError error={error} onRetry={refetch} />
        ) : (
          <>
            <Skeleton className="h-72" />
            <Skeleton className="h-[36rem]" />
          </>
        )}
      </div>
    </>
  )
}

function Everything({ found, report }: { found: AccountResponse; report: Report }) {
  return (
    <>
      <AccountHead account={found.account} report={report} />
      <AccountMovements accountId={found.account.account_id} />
      <Panel title="Latest calls" description="Questions and answers are not stored.">
        <AccountCalls calls={found.calls} />
      </Panel>
      <Panel title="Payments">
        <PaymentsTable payments={found.payments} few isOfOne report={report} />
      </Panel>
      <Panel title="Keys">
        <AccountKeys keys={found.keys} report={report} />
      </Panel>
      <Panel title="Actions on this account">
        <ActionsTable actions={found.actions} few isOfOne />
      </Panel>
    </>
  )
}

const COLUMNS: readonly Column<Call>[] = [
  { name: 'Time', cell: ({ created_at }) => <Time at={created_at} /> },
  { name: 'Call', cell: call => callName(call) },
  {
    name: 'Key',
    cell: ({ key_name }) => <span className="wrap-anywhere max-md:text-right">{key_name}</span>,
  },
  { name: 'Request ID', cell: ({ request_id }) => <IdText id={request_id} /> },
  {
    name: 'State',
    cell: ({ state }) => (
      <Badge tone={CALL_STATE_WORDS[state].tone}>{CALL_STATE_WORDS[state].name}</Badge>
    ),
  },
  { name: 'Price', isAmount: true, cell: ({ cost_units }) => <Money units={cost_units} /> },
]

function AccountCalls({ calls }: { calls: readonly Call[] }) {
  if (calls.length === 0) return <p className="text-sm text-quiet">No calls yet.</p>
  return (
    <ShortTable
      label="Latest calls"
      columns={COLUMNS}
      rows={calls}
      rowKey={({ request_id }) => request_id}
    />
  )
}
