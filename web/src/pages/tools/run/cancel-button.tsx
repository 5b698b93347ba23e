import { useMutation } from '@tanstack/react-query'
import { callSite } from '../../../api/call-site.ts'
import { refreshCalls } from '../../../api/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice } from '../../../ui/notice.tsx'

/** Cancels a running call or task, which is refunded if it could be stopped. */
export function CancelButton({
  requestId,
  onCancelled,
}: {
  requestId: string
  /** Called once it was cancelled; a call that streams reports its end by itself. */
  onCancelled?: () => unknown
}) {
  const cancel = useMutation({
    mutationFn: () => callSite('cancel_call', { params: { request_id: requestId } }),
    onSuccess: () => {
      refreshCalls()
      onCancelled?.()
    },
  })
  return (
    <div className="mt-5 space-y-3">
      <ErrorNotice error={cancel.error} />
      <Button onClick={() => cancel.mutate()} busy={cancel.isPending}>
        Cancel and refund
      </Button>
    </div>
  )
}
