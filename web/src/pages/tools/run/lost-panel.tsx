import type { UsageResponse } from '@footnote/contract/responses'
import { pages } from '@footnote/contract/site/pages'
import type { OpenCallsResponse } from '@footnote/contract/site/responses'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { openCallsQuery, refreshCalls, usageQuery } from '../../../api/queries.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { formatUsd } from '../../../ui/money.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RequestId } from '../request-id.tsx'
import { useNow } from '../time/elapsed.tsx'
import { useToolMemory } from '../tool-memory.tsx'
import type { OpenCall } from './tool-run.ts'

/** Shows what the charge says about a call whose connection was lost. */
export function LostPanel({ call, lostAt }: { call: OpenCall; lostAt: number }) {
  const { runs } = useToolMemory()
  const { requestId, tool } = call
  const known = useLostCall({ requestId, lostAt })
  return (
    <Notice tone="warn">
      <h2 className="font-serif text-lg font-semibold">Connection lost</h2>
      <p className="mt-1">{lostStory(known)}</p>
      <div className="mt-3 flex flex-wrap gap-2 text-ink">
        {known.canResume && <Button onClick={() => runs[tool].resume(call)}>Reconnect</Button>}
        {known.openCall?.task ? (
          <ButtonLink to={pages.task} params={{ taskId: requestId }}>
            Open task
          </ButtonLink>
        ) : (
          <ButtonLink to={pages.usage}>View usage</ButtonLink>
        )}
      </div>
      <RequestId id={requestId} />
    </Notice>
  )
}

interface Known {
  readonly openCall: OpenCallsResponse['calls'][number] | undefined
  readonly charge: UsageResponse['calls'][number] | undefined
  /** Whether both lists were loaded since; a call in neither cost nothing. */
  readonly isKnown: boolean
  /** Whether the server may still have the result. */
  readonly canResume: boolean
}

/** Explains a call whose stream was lost by the state of its charge. */
export function lostStory({ openCall, charge, isKnown, canResume }: Known): string {
  if (openCall?.task)
    return 'The call continues as a background task. Open the task to get its result.'
  if (openCall || charge?.state === 'held')
    return 'The call is still running or being settled. You pay only if it succeeds. Reconnect to wait for it here.'
  if (charge?.state === 'captured')
    return canResume
      ? `The call succeeded and cost ${formatUsd(charge.cost_units)}. Its result is available for two minutes: reconnect to see it.`
      : `The call succeeded and cost ${formatUsd(charge.cost_units)}. Its result was kept for two minutes and is no longer available.`
  if (charge?.state === 'refunded')
    return `The call failed. ${formatUsd(charge.cost_units)} was charged and refunded.`
  return isKnown ? 'Nothing was charged.' : 'Checking what happened to the call…'
}

const POLL_MS = 5_000
/** Time the server keeps a result after its call has ended. */
const KEPT_MS = 120_000

/** Polls the account's lists for a call whose stream was lost, until it is settled. */
function useLostCall({ requestId, lostAt }: { requestId: string; lostAt: number }) {
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
