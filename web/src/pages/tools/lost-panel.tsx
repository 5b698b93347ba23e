import type { ChargeState } from '@footnote/contract/responses'
import { pages } from '@footnote/contract/site/pages'
import { useQuery } from '@tanstack/react-query'
import { openCallsQuery, usageQuery } from '../../api/queries.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { lostStory } from './lost-story.ts'
import { RequestId } from './request-id.tsx'

const LOOK_MS = 5_000

/** The connection to a call is gone: what its charge says is all that is known, and is said. */
export function LostPanel({ requestId }: { requestId: string }) {
  const usage = useQuery({
    ...usageQuery,
    refetchInterval: ({ state }) => (isSettled(find(state.data?.calls)) ? false : LOOK_MS),
  })
  const charge = find(usage.data?.calls)
  const open = useQuery({ ...openCallsQuery, refetchInterval: isSettled(charge) ? false : LOOK_MS })
  const openCall = find(open.data?.calls)
  function find<Call extends { request_id: string }>(calls: readonly Call[] | undefined) {
    return calls?.find(call => call.request_id === requestId)
  }
  return (
    <Notice tone="warn">
      <h2 className="font-serif text-lg font-semibold">The connection to this call is lost</h2>
      <p className="mt-1">
        {lostStory({ openCall, charge, isKnown: usage.isSuccess && open.isSuccess })}
      </p>
      {openCall?.task ? (
        <ButtonLink to={pages.task} params={{ taskId: requestId }} className="mt-3 text-ink">
          To the task
        </ButtonLink>
      ) : (
        <ButtonLink to={pages.usage} className="mt-3 text-ink">
          Look at the usage
        </ButtonLink>
      )}
      <RequestId id={requestId} />
    </Notice>
  )
}

function isSettled(charge: { state: ChargeState } | undefined): boolean {
  return charge !== undefined && charge.state !== 'held'
}
