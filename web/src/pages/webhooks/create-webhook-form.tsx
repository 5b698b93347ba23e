import { WEBHOOK_EVENTS, webhookEvents } from '@footnote/contract/webhook-events'
import type { WebhookSecretResponse } from '@footnote/contract/webhooks'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { callSite } from '../../api/call-site.ts'
import { queryClient, webhooksQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'

export function CreateWebhookForm({
  onCancel,
  onCreated,
}: {
  onCancel: () => void
  onCreated: (created: WebhookSecretResponse) => void
}) {
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState(WEBHOOK_EVENTS)
  const creation = useMutation({
    mutationFn: () => callSite('create_webhook', { body: { url: url.trim(), events } }),
    onSuccess: async created => {
      onCreated(created)
      await queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey })
    },
    gcTime: 0,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    creation.mutate()
  }
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <Field
        label="Address"
        type="url"
        value={url}
        placeholder="https://example.com/footnote"
        onChange={event => setUrl(event.target.value)}
        hint="An https:// address that is reachable from the internet."
        autoComplete="off"
      />
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">Events</legend>
        <div className="space-y-2">
          {WEBHOOK_EVENTS.map(kind => (
            <label key={kind} className="flex gap-2.5 text-sm">
              <input
                type="checkbox"
                className="mt-0.5 size-4 shrink-0 accent-accent"
                checked={events.includes(kind)}
                onChange={({ target }) =>
                  setEvents(
                    WEBHOOK_EVENTS.filter(one =>
                      one === kind ? target.checked : events.includes(one),
                    ),
                  )
                }
              />
              <span>
                <code className="font-mono text-[0.8125rem]">{kind}</code>
                <span className="block text-quiet">{webhookEvents[kind]}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <ErrorNotice error={creation.error} />
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          type="submit"
          look="primary"
          busy={creation.isPending}
          disabled={events.length === 0}
        >
          Add webhook
        </Button>
      </DialogActions>
    </form>
  )
}
