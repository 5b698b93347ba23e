import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { keysQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AccessNav } from './access-nav.tsx'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import type { Key } from './key.ts'
import { ActiveKeysTable, keyElementId, RevokedKeys } from './keys-table.tsx'
import { LimitsDialog } from './limits-dialog.tsx'
import { RevokeKeyDialog } from './revoke-key-dialog.tsx'

export function KeysPage() {
  const { data, error, refetch } = useQuery(keysQuery)
  const [isCreating, setIsCreating] = useState(false)
  const [limiting, setLimiting] = useState<Key>()
  const [revoking, setRevoking] = useState<Key>()
  const [revoked, setRevoked] = useState<Key>()
  const [madeId, setMadeId] = useState<string>()
  const notice = useRef<HTMLDivElement>(null)
  const usable = data?.keys.filter(key => key.revoked_at === null)
  const active = usable?.filter(key => key.kind === 'key')
  const apps = usable?.filter(key => key.kind === 'grant') ?? []

  useEffect(() => {
    if (madeId === undefined || !data?.keys.some(key => key.key_id === madeId)) return
    document.getElementById(keyElementId({ key_id: madeId }))?.focus()
    setMadeId(undefined)
  }, [madeId, data])
  useEffect(() => {
    if (revoked) notice.current?.focus()
  }, [revoked])

  const create = (
    <Button look="primary" onClick={() => setIsCreating(true)}>
      <Plus aria-hidden="true" /> Create key
    </Button>
  )
  return (
    <>
      <AccessNav />
      <PageTitle
        title="API keys"
        description="Keys spend from your wallet. Cap what each may spend. Keep them out of client-side code."
        action={create}
      />
      <div className="space-y-6">
        {revoked && (
          <div ref={notice} tabIndex={-1} className="rounded-lg">
            <Notice tone="good">
              {revoked.kind === 'key' ? 'Revoked' : 'Disconnected'}{' '}
              <span className="font-medium wrap-anywhere">“{revoked.name}”</span>.
            </Notice>
          </div>
        )}
        <ErrorNotice error={error} onRetry={refetch} />
        <Panel title="Active keys">
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
              onLimit={setLimiting}
              onRevoke={setRevoking}
            />
          )}
        </Panel>
        {apps.length > 0 && (
          <Panel
            title="Connected apps"
            description="Apps that you signed in to Footnote. They spend from your wallet, up to their cap."
          >
            <ActiveKeysTable
              label="Connected apps"
              keys={apps}
              onLimit={setLimiting}
              onRevoke={setRevoking}
            />
          </Panel>
        )}
        <RevokedKeys keys={data?.keys.filter(key => key.revoked_at !== null) ?? []} />
      </div>
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
