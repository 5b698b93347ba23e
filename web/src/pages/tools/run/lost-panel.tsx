import { pages } from '@footnote/contract/site/pages'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RequestId } from '../request-id.tsx'
import { useToolMemory } from '../tool-memory.tsx'
import { lostStory } from './lost-story.ts'
import type { OpenCall } from './tool-run.ts'
import { useLostCall } from './use-lost-call.ts'

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
