import type { AccountResponse } from '@footnote/contract/site/operator'
import { pages } from '@footnote/contract/site/pages'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { PageTitle } from '../../../ui/page-title.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { ActionsTable } from '../action/actions-table.tsx'
import { type Report, useActionNotice } from '../action/use-action-notice.tsx'
import { OperatorError } from '../operator-error.tsx'
import { accountQuery } from '../operator-queries.ts'
import { PaymentsTable } from '../payment/payments-table.tsx'
import { AccountCalls } from './account-calls.tsx'
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
