import type { Webhook } from '@footnote/contract/webhooks'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { callSite } from '../../api/call-site.ts'
import { deliveriesQuery, queryClient, webhooksQuery } from '../../api/queries.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Time } from '../../ui/time.tsx'
import { DeliveryLog } from './delivery-log.tsx'

/** One webhook: its events, its actions and its latest deliveries. */
export function WebhookEntry({
  endpoint,
  mayChange,
  onRotate,
}: {
  endpoint: Webhook
  /** True if the reader may change it. */
  mayChange: boolean
  onRotate: () => void
}) {
  const { webhook_id, url, events, disabled_at, disabled_because, previous_until } = endpoint
  const headingId = useId()
  const [isDeleting, setIsDeleting] = useState(false)
  const params = { webhook_id }
  const refresh = async () => {
    await queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey })
    await queryClient.invalidateQueries({ queryKey: deliveriesQuery(webhook_id).queryKey })
  }
  const test = useMutation({
    mutationFn: () => callSite('test_webhook', { params }),
    onSuccess: refresh,
  })
  const switching = useMutation({
    mutationFn: (is_on: boolean) => callSite('update_webhook', { params, body: { is_on } }),
    onSuccess: refresh,
  })
  const deletion = useMutation({
    mutationFn: () => callSite('delete_webhook', { params }),
    onSuccess: refresh,
  })
  const isOn = disabled_at === null
  return (
    <section
      aria-labelledby={headingId}
      className="space-y-4 border-t border-rule pt-5 first:border-t-0 first:pt-0"
    >
      <h3 id={headingId} className="font-medium wrap-anywhere">
        {url}
      </h3>
      <div className="flex flex-wrap items-center gap-2">
        {isOn ? <Badge tone="good">On</Badge> : <Badge tone="warn">Off</Badge>}
        {events.map(kind => (
          <Badge key={kind}>{kind}</Badge>
        ))}
      </div>
      {disabled_because === 'failing' && (
        <p className="text-sm text-warn">
          Switched off, because deliveries failed for 24 hours or your server replied 410. When it
          works again, switch the webhook on and replay what you missed.
        </p>
      )}
      {previous_until !== null && Date.parse(previous_until) > Date.now() && (
        <p className="text-sm text-quiet">
          The old secret signs along until <Time at={previous_until} />.
        </p>
      )}
      <ErrorNotice error={test.error ?? switching.error ?? deletion.error} />
      {mayChange && (
        <div className="flex flex-wrap gap-2">
          <Button busy={test.isPending} disabled={!isOn} onClick={() => test.mutate()}>
            Send test
          </Button>
          <Button onClick={onRotate}>Rotate secret</Button>
          <Button busy={switching.isPending} onClick={() => switching.mutate(!isOn)}>
            {isOn ? 'Switch off' : 'Switch on'}
          </Button>
          <Button look="danger" onClick={() => setIsDeleting(true)}>
            Delete
          </Button>
        </div>
      )}
      <DeliveryLog endpointId={webhook_id} isOn={isOn && mayChange} />
      <Dialog title="Delete this webhook?" isOpen={isDeleting} onClose={() => setIsDeleting(false)}>
        <p className="text-sm">
          Its deliveries are deleted too, also those that are still on their way. This can’t be
          undone.
        </p>
        <DialogActions>
          <Button onClick={() => setIsDeleting(false)}>Cancel</Button>
          <Button look="danger" busy={deletion.isPending} onClick={() => deletion.mutate()}>
            Delete webhook
          </Button>
        </DialogActions>
      </Dialog>
    </section>
  )
}
