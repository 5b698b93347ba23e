import { pages } from '@footnote/contract/site/pages'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RequestId } from '../request-id.tsx'
import { useToolMemory } from '../tool-memory.tsx'
import { lostStory } from './lost-story.ts'
import type { OpenCall } from './tool-run.ts'
import { useLostCall } from './use-lost-call.ts'

/** The connection to a call is gone: what its charge says is all that is known, and is said. */
export function LostPanel({ call, lostAt }: { call: OpenCall; lostAt: number }) {
  const { runs } = useToolMemory()
  const { requestId, tool } = call
  const known = useLostCall({ requestId, lostAt })
  return (
    <Notice tone="warn">
      <h2 className="font-serif text-lg font-semibold">The connection to this call is lost</h2>
      <p className="mt-1">{lostStory(known)}</p>
      <div className="mt-3 flex flex-wrap gap-2 text-ink">
        {known.canResume && <Button onClick={() => runs[tool].resume(call)}>Connect again</Button>}
        {known.openCall?.task ? (
          <ButtonLink to={pages.task} params={{ taskId: requestId }}>
            To the task
          </ButtonLink>
        ) : (
          <ButtonLink to={pages.usage}>Look at the usage</ButtonLink>
        )}
      </div>
      <RequestId id={requestId} />
    </Notice>
  )
}
