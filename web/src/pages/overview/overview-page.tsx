import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { keysQuery, pollWhile, usageQuery, walletQuery } from '../../api/queries.ts'
import { ErrorNotice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CreateKeyDialog } from '../keys/create-key-dialog.tsx'
import { DocsPanel } from './docs-panel.tsx'
import { GettingStarted } from './getting-started.tsx'
import { LatestCalls } from './latest-calls.tsx'
import { SpendingPanel } from './spending-panel.tsx'
import { isStarted, startSteps } from './start-steps.ts'
import { BalanceCard, KeysCard } from './summary-cards.tsx'

const FIRST_CALL_MS = 5_000
const FIRST_CREDIT_MS = 2_000

/** The first page after signing in: first steps for a new account, then a summary. */
export function OverviewPage() {
  const [isCreating, setIsCreating] = useState(false)
  const keys = useQuery(keysQuery)
  const wallet = useQuery({
    ...walletQuery,
    // Welcome credit arrives a moment after the first visit.
    refetchInterval: pollWhile(data => data?.balance_units === 0, FIRST_CREDIT_MS),
  })
  const usage = useQuery({
    ...usageQuery,
    // The first call is made outside the browser; polling completes the step while the page is open.
    refetchInterval: pollWhile(data => data?.calls.length === 0, FIRST_CALL_MS),
  })
  const error = keys.error ?? wallet.error ?? usage.error
  const retry = () =>
    Promise.all(
      [keys, wallet, usage].filter(({ isError }) => isError).map(query => query.refetch()),
    )
  if (!keys.data || !wallet.data || !usage.data) {
    return (
      <>
        <PageTitle title="Overview" description="Your balance, keys and latest calls." />
        {error ? <ErrorNotice error={error} onRetry={retry} /> : <OverviewSkeleton />}
      </>
    )
  }
  const { calls } = usage.data
  const steps = startSteps({ keys: keys.data.keys, wallet: wallet.data, calls })
  const isNew = !isStarted(steps)
  return (
    <>
      <PageTitle
        title={isNew ? 'Welcome' : 'Overview'}
        description={
          isNew
            ? 'Get your first cited answer in three steps.'
            : 'Your balance, keys and latest calls.'
        }
      />
      <div className="space-y-6">
        {isNew && <GettingStarted steps={steps} onCreateKey={() => setIsCreating(true)} />}
        <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
          <BalanceCard wallet={wallet.data} />
          <KeysCard keys={keys.data.keys} />
        </div>
        {calls.length > 0 && (
          <>
            <SpendingPanel />
            <LatestCalls calls={calls} />
          </>
        )}
        <DocsPanel />
      </div>
      <CreateKeyDialog isOpen={isCreating} onClose={() => setIsCreating(false)} />
    </>
  )
}

/** As tall as the page of an account that has made calls. */
function OverviewSkeleton() {
  return (
    <div className="space-y-6">
      <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
        <Skeleton className="h-40 rounded-xl" />
        <Skeleton className="h-40 rounded-xl" />
      </div>
      <Skeleton className="h-80 rounded-xl" />
      <Skeleton className="h-72 rounded-xl" />
    </div>
  )
}
