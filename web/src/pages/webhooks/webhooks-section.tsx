import type { WebhookSecretResponse } from '@footnote/contract/webhooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { callSite } from '../../api/call-site.ts'
import { queryClient, webhooksQuery } from '../../api/queries.ts'
import { DocsLink } from '../../shell/docs-link.tsx'
import { useMay } from '../../shell/use-may.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CreateWebhookForm } from './create-webhook-form.tsx'
import { WebhookEntry } from './webhook-entry.tsx'

/** Addresses that get a message when something happens. */
export function WebhooksSection() {
  const { data, error, refetch } = useQuery(webhooksQuery)
  const mayChange = useMay('developer')
  const [isCreating, setIsCreating] = useState(false)
  const [secret, setSecret] = useState<WebhookSecretResponse>()
  const rotation = useMutation({
    mutationFn: (webhook_id: string) => callSite('rotate_webhook', { params: { webhook_id } }),
    onSuccess: async created => {
      setSecret(created)
      await queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey })
    },
    gcTime: 0,
  })
  return (
    <>
      <Panel
        id="webhooks"
        title="Webhooks"
        description={
          <>
            We post a signed message to your server when a task ends, your balance runs low or a key
            reaches its cap. Messages have IDs, states and amounts, never content.{' '}
            <DocsLink href="/docs/webhooks" className="text-accent underline underline-offset-2">
              How to verify them
            </DocsLink>
          </>
        }
        action={
          mayChange && (
            <Button onClick={() => setIsCreating(true)}>
              <Plus aria-hidden="true" /> Add webhook
            </Button>
          )
        }
      >
        <div className="space-y-5">
          <ErrorNotice error={error ?? rotation.error} onRetry={refetch} />
          {data === undefined && !error && <Skeleton className="h-12" />}
          {data?.webhooks.length === 0 && <p className="text-sm text-quiet">No webhooks yet.</p>}
          {data?.webhooks.map(endpoint => (
            <WebhookEntry
              key={endpoint.webhook_id}
              endpoint={endpoint}
              mayChange={mayChange}
              onRotate={() => rotation.mutate(endpoint.webhook_id)}
            />
          ))}
        </div>
      </Panel>
      <Dialog title="Add webhook" isOpen={isCreating} onClose={() => setIsCreating(false)}>
        <CreateWebhookForm
          onCancel={() => setIsCreating(false)}
          onCreated={created => {
            setIsCreating(false)
            setSecret(created)
          }}
        />
      </Dialog>
      <Dialog
        title="Save the signing secret"
        isOpen={secret !== undefined}
        onClose={() => setSecret(undefined)}
      >
        {secret && <ShownSecret secret={secret.secret} onStored={() => setSecret(undefined)} />}
      </Dialog>
    </>
  )
}

function ShownSecret({ secret, onStored }: { secret: string; onStored: () => void }) {
  return (
    <>
      <p className="text-sm">
        This is the only time you’ll see this secret. Your server verifies messages with it. After a
        rotation, messages are also signed with the old secret for 24 hours.
      </p>
      <section
        aria-label="Signing secret"
        className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-rule bg-sheet py-2 pr-2 pl-4"
      >
        <code className="min-w-0 flex-[1_1_14rem] font-mono text-[0.8125rem] break-all select-all">
          {secret}
        </code>
        <CopyButton text={secret} label="Copy secret" />
      </section>
      <DialogActions>
        <Button look="primary" onClick={onStored}>
          I’ve saved it
        </Button>
      </DialogActions>
    </>
  )
}
