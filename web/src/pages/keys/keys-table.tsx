import { ChevronRight } from 'lucide-react'
import { agoText } from '../../ui/ago-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/counted.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import type { Key } from './key.ts'
import { KeyLimits } from './key-limits.tsx'

/** Element id of a key's name, which gets the focus after the key was created. */
export function keyElementId({ key_id }: Pick<Key, 'key_id'>): string {
  return `key-${key_id}`
}

const NAME: Column<Key> = {
  name: 'Name',
  cell: key => (
    <span
      id={keyElementId(key)}
      tabIndex={-1}
      className="rounded-sm font-medium wrap-anywhere max-md:text-right"
    >
      {key.name}
      {key.kind === 'key' && (
        <span className="block font-mono text-xs font-normal text-quiet" title="Fingerprint">
          {key.fingerprint}
        </span>
      )}
    </span>
  ),
}
const CREATED: Column<Key> = {
  name: 'Created',
  cell: ({ created_at }) => <Time at={created_at} dayOnly />,
}
const LAST_USE: Column<Key> = {
  name: 'Last used',
  cell: ({ last_used_at }) =>
    last_used_at === null ? (
      <span className="text-quiet">Never</span>
    ) : (
      <LastUse at={last_used_at} />
    ),
}

export function ActiveKeysTable({
  label,
  keys,
  mayChange,
  onLimit,
  onRevoke,
}: {
  label: string
  keys: readonly Key[]
  /** True if the reader may change them. */
  mayChange: boolean
  onLimit: (key: Key) => void
  onRevoke: (key: Key) => void
}) {
  const columns: readonly Column<Key>[] = [
    NAME,
    { name: 'State', cell: key => <KeyState limits={key.limits} /> },
    CREATED,
    LAST_USE,
    { name: 'Limits', cell: key => <KeyLimits limits={key.limits} spent={key.spent} /> },
    {
      name: 'Actions',
      isNameHidden: true,
      isAmount: true,
      cell: key => (
        <div className="flex justify-end gap-2 max-md:mt-1 max-md:w-full">
          <Button className="max-md:grow" onClick={() => onLimit(key)}>
            Limits<span className="sr-only"> of {key.name}</span>
          </Button>
          <Button look="danger" className="max-md:grow" onClick={() => onRevoke(key)}>
            {key.kind === 'key' ? 'Revoke' : 'Disconnect'}
            <span className="sr-only"> {key.name}</span>
          </Button>
        </div>
      ),
    },
  ]
  const shown = mayChange ? columns : columns.slice(0, -1)
  return <Table label={label} columns={shown} rows={keys} rowKey={keyElementId} />
}

function KeyState({ limits: { expires_at } }: Pick<Key, 'limits'>) {
  const isExpired = expires_at !== null && Date.parse(expires_at) <= Date.now()
  return isExpired ? <Badge tone="warn">Expired</Badge> : <Badge tone="good">Active</Badge>
}

function RevokedKeysTable({ keys }: { keys: readonly Key[] }) {
  const columns: readonly Column<Key>[] = [
    NAME,
    { name: 'State', cell: () => <Badge>Revoked</Badge> },
    CREATED,
    LAST_USE,
    { name: 'Revoked', cell: ({ revoked_at }) => revoked_at !== null && <Time at={revoked_at} /> },
  ]
  return <Table label="Revoked keys" columns={columns} rows={keys} rowKey={keyElementId} />
}

function LastUse({ at }: { at: string }) {
  return (
    <span className="max-md:text-right">
      {agoText(new Date(at), new Date())}
      <span className="block text-xs text-quiet">
        <Time at={at} />
      </span>
    </span>
  )
}

/** Collapsed list of revoked keys, which the usage history still names. */
export function RevokedKeys({ keys }: { keys: readonly Key[] }) {
  if (keys.length === 0) return null
  return (
    <details className="group rounded-xl border border-rule">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 rounded-xl px-5 py-3 text-sm font-medium text-quiet hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 motion-safe:transition-transform group-open:rotate-90"
        />
        {counted(keys.length, 'revoked key')}
      </summary>
      <div className="px-5 pb-5">
        <RevokedKeysTable keys={keys} />
      </div>
    </details>
  )
}
