import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { keysQuery } from '../../api/queries.ts'
import { DocsLink } from '../../shell/docs-link.tsx'
import { useMay } from '../../shell/use-may.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import type { Key } from './key.ts'
import { ActiveKeysTable, keyElementId, RevokedKeys } from './keys-table.tsx'
import { LimitsDialog } from './limits-dialog.tsx'
import { RevokeKeyDialog } from './revoke-key-dialog.tsx'

/** API keys and connected apps, which spend from the wallet. */
export function KeysSection() {
  const { data, error, refetch } = useQuery(keysQuery)
  const mayChange = useMay('developer')
  const [isCreating, setIsCreating] = useState(false)
  const [limiting, setLimiting] = useState<Key>()
  const [revoking, setRevoking] = useState<Key>()
  const [revoked, setRevoked] = useState<Key>()
  const [madeId, setMadeId] = useState<string>()
  const notice = useRef<HTMLDivElement>(null)
  const usable = data?.keys.filter(key => key.revoked_at === null)
  const active = usable?.filter(key => key.kind === 'key')
  const apps = usable?.filter(key => key.kind === 'grant')

  useEffect(() => {
    if (madeId === undefined || !data?.keys.some(key => key.key_id === madeId)) return
    document.getElementById(keyElementId({ key_id: madeId }))?.focus()
    setMadeId(undefined)
  }, [madeId, data])
  useEffect(() => {
    if (revoked) notice.current?.focus()
  }, [revoked])

  const create = mayChange && (
    <Button look="primary" onClick={() => setIsCreating(true)}>
      <Plus aria-hidden="true" /> Create key
    </Button>
  )
  return (
    <>
      {revoked && (
        <div ref={notice} tabIndex={-1} className="rounded-lg">
          <Notice tone="good">
            {revoked.kind === 'key' ? 'Revoked' : 'Disconnected'}{' '}
            <span className="font-medium wrap-anywhere">“{revoked.name}”</span>.
          </Notice>
        </div>
      )}
      <ErrorNotice error={error} onRetry={refetch} />
      <Panel
        id="keys"
        title="API keys"
        description="For your own code. Cap what each key may spend, and keep keys out of client-side code."
        action={create}
      >
        {active === undefined && !error && <KeysSkeleton />}
        {active?.length === 0 && (
          <EmptyState title="No active keys">
            <p className="max-w-prose text-sm text-quiet">
              Your code authenticates with an API key. Create one, store it with your secrets, and
              make your first call with the sample code you get with it.
            </p>
          </EmptyState>
        )}
        {active !== undefined && active.length > 0 && (
          <ActiveKeysTable
            label="Active keys"
            keys={active}
            mayChange={mayChange}
            onLimit={setLimiting}
            onRevoke={setRevoking}
          />
        )}
      </Panel>
      {apps !== undefined && (
        <Panel
          id="apps"
          title="Connected apps"
          description="Apps that you signed in to Footnote. They spend from your wallet, up to their cap."
        >
          {apps.length === 0 && (
            <p className="text-sm text-quiet">
              No connected apps.{' '}
              <DocsLink href="/docs/agents" className="text-accent underline underline-offset-2">
                Connect an agent
              </DocsLink>
            </p>
          )}
          {apps.length > 0 && (
            <ActiveKeysTable
              label="Connected apps"
              keys={apps}
              mayChange={mayChange}
              onLimit={setLimiting}
              onRevoke={setRevoking}
            />
          )}
        </Panel>
      )}
      <RevokedKeys keys={data?.keys.filter(key => key.revoked_at !== null) ?? []} />
      <CreateKeyDialog
        isOpen={isCreating}
        onClose={keyId => {
          setIsCreating(false)
          setMadeId(keyId)
        }}
      />
      <LimitsDialog limiting={limiting} onClose={() => setLimiting(undefined)} />
      <RevokeKeyDialog
        revoking={revoking}
        onRevoked={key => {
          setRevoking(undefined)
          setRevoked(key)
        }}
        onClose={() => setRevoking(undefined)}
      />
    </>
  )
}

function KeysSkeleton() {
  return (
    <div className="space-y-3">
      <Skeleton className="h-8" />
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
    </div>
  )
}
