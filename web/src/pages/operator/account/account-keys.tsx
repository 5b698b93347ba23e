import type { AccountResponse } from '@footnote/contract/site/operator'
import { useState } from 'react'
import { callSite } from '../../../api/call-site.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/table.tsx'
import { Time } from '../../../ui/time.tsx'
import { ActionDialog } from '../action/action-dialog.tsx'
import type { Report } from '../action/use-action-notice.tsx'
import { Ago } from '../ago.tsx'
import { IdText } from '../id-text.tsx'
import { ShortTable } from '../short-table.tsx'

type Key = AccountResponse['keys'][number]

const COLUMNS: readonly Column<Key>[] = [
  {
    name: 'Name',
    cell: ({ name }) => <span className="font-medium wrap-anywhere max-md:text-right">{name}</span>,
  },
  { name: 'Key ID', cell: ({ key_id }) => <IdText id={key_id} /> },
  {
    name: 'State',
    cell: ({ revoked_at }) =>
      revoked_at === null ? <Badge tone="good">Active</Badge> : <Badge>Revoked</Badge>,
  },
  { name: 'Created', cell: ({ created_at }) => <Time at={created_at} dayOnly /> },
  {
    name: 'Last used',
    cell: ({ last_used_at }) =>
      last_used_at === null ? <span className="text-quiet">Never</span> : <Ago at={last_used_at} />,
  },
]

function activeFirst(one: Key, other: Key): number {
  return Number(one.revoked_at !== null) - Number(other.revoked_at !== null)
}

export function AccountKeys({ keys, report }: { keys: readonly Key[]; report: Report }) {
  const [revoking, setRevoking] = useState<Key>()
  const close = () => setRevoking(undefined)
  const columns: readonly Column<Key>[] = [
    ...COLUMNS,
    {
      name: 'Revoke',
      isNameHidden: true,
      isAmount: true,
      cell: key =>
        key.revoked_at === null && (
          <Button
            look="danger"
            className="max-md:mt-1 max-md:w-full"
            onClick={() => setRevoking(key)}
          >
            Revoke<span className="sr-only"> {key.name}</span>
          </Button>
        ),
    },
  ]
  return (
    <>
      {keys.length === 0 ? (
        <p className="text-sm text-quiet">No keys yet.</p>
      ) : (
        <ShortTable
          label="Keys"
          columns={columns}
          rows={keys.toSorted(activeFirst)}
          rowKey={({ key_id }) => key_id}
        />
      )}
      <ActionDialog
        title="Revoke this key?"
        confirm="Revoke key"
        look="danger"
        isOpen={revoking !== undefined}
        onClose={close}
        send={note =>
          callSite('operator_revoke_key', {
            params: { key_id: revoking?.key_id ?? '' },
            body: note,
          })
        }
        onDone={() => {
          close()
          report({ text: `Revoked “${revoking?.name}”.` })
        }}
      >
        Within a second, new calls with{' '}
        <span className="font-medium wrap-anywhere">“{revoking?.name}”</span> will fail. Calls
        already running will finish. This can’t be undone.
      </ActionDialog>
    </>
  )
}
