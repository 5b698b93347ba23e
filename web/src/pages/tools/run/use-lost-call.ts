import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { openCallsQuery, refreshCalls, usageQuery } from '../../../api/queries.ts'
import { useNow } from '../time/use-now.ts'

const POLL_MS = 5_000
/** Time the server keeps a result after its call has ended. */
const KEPT_MS = 120_000

/** Polls the account's lists for a call whose stream was lost, until it is settled. */
export function useLostCall({ requestId, lostAt }: { requestId: string; lostAt: number }) {
  const usage = useQuery(usageQuery)
  const open = useQuery(openCallsQuery)
  const charge = usage.data?.calls.find(call => call.request_id === requestId)
  const openCall = open.data?.calls.find(call => call.request_id === requestId)
  const isKnown = usage.dataUpdatedAt > lostAt && open.dataUpdatedAt > lostAt
  const isSettled = isKnown && (charge ? charge.state !== 'held' : !openCall)
  useEffect(() => {
    if (isSettled) return undefined
    const polling = setInterval(refreshCalls, POLL_MS)
    return () => clearInterval(polling)
  }, [isSettled])

  // The lists don't say when the call ended, so the time it was last seen open counts.
  const [lastOpenAt, setLastOpenAt] = useState(lostAt)
  if (openCall && open.dataUpdatedAt > lastOpenAt) setLastOpenAt(open.dataUpdatedAt)
  const isKept = useNow(true) < lastOpenAt + KEPT_MS
  return { openCall, charge, isKnown, canResume: isKept && !openCall?.task }
}
