import type { AccountResponse } from '@footnote/contract/site/operator'
import { pages } from '@footnote/contract/site/pages'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { PageTitle } from '../../../ui/page-title.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { ActionsTable } from '../action/actions-table.tsx'
import { type Tell, useTold } from '../action/use-told.tsx'
import { OperatorError } from '../operator-error.tsx'
import { accountQuery } from '../operator-queries.ts'
import { PaymentsTable } from '../payment/payments-table.tsx'
import { AccountCalls } from './account-calls.tsx'
import { AccountHead } from './account-head.tsx'
import { AccountKeys } from './account-keys.tsx'
import { AccountMovements } from './account-movements.tsx'

/** All that is known of one account. Its address is no title: titles are kept in the browser's history. */
export function OperatorAccountPage() {
  const { accountId } = useParams({ from: '/member/operator/operator/accounts/$accountId' })
  const { data, error, refetch } = useQuery(accountQuery(accountId))
  const [told, tell] = useTold()
  return (
    <>
      <PageTitle
        title="Account"
        description={<TextLink to={pages.operatorAccounts}>Back to the accounts</TextLink>}
      />
      <div className="space-y-6">
        {told}
        {data ? (
          <Everything found={data} tell={tell} />
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

function Everything({ found, tell }: { found: AccountResponse; tell: Tell }) {
  return (
    <>
      <AccountHead account={found.account} tell={tell} />
      <AccountMovements accountId={found.account.account_id} />
      <Panel title="Latest calls" description="What was asked and answered is not stored.">
        <AccountCalls calls={found.calls} />
      </Panel>
      <Panel title="Payments">
        <PaymentsTable payments={found.payments} few isOfOne tell={tell} />
      </Panel>
      <Panel title="Keys">
        <AccountKeys keys={found.keys} tell={tell} />
      </Panel>
      <Panel title="Actions about this account">
        <ActionsTable actions={found.actions} few isOfOne />
      </Panel>
    </>
  )
}
