import { siteLimits } from '@footnote/contract/site/limits'
import type { AccountActionKind } from '@footnote/contract/site/team'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { OlderRows, useOlderRows } from '../operator/older-rows.tsx'
import { type AccountAction, accountActionsQuery } from './team-queries.ts'

const WORDS: Readonly<Record<AccountActionKind, string>> = {
  invited: 'Invited',
  invitation_withdrawn: 'Withdrew invitation',
  joined: 'Joined',
  left: 'Left',
  removed: 'Removed',
  role_changed: 'Changed role',
  ownership_transferred: 'Transferred ownership',
  key_created: 'Created key',
  key_limits_changed: 'Changed limits',
  key_revoked: 'Revoked',
  app_connected: 'Connected app',
  device_logged_in: 'Logged in device',
  webhook_created: 'Added webhook',
  webhook_changed: 'Changed webhook',
  webhook_secret_rotated: 'Rotated webhook secret',
  webhook_deleted: 'Deleted webhook',
  billing_details_changed: 'Changed billing details',
  low_balance_notice_changed: 'Changed low-balance notice',
  mail_choice_changed: 'Switched email on or off',
  auto_recharge_changed: 'Changed automatic recharge',
  card_removed: 'Removed the saved card',
  refund_requested: 'Requested a refund',
}

const COLUMNS: readonly Column<AccountAction>[] = [
  { name: 'Time', cell: ({ created_at }) => <Time at={created_at} /> },
  {
    name: 'Who',
    cell: ({ actor }) => <span className="wrap-anywhere max-md:text-right">{actor}</span>,
  },
  {
    name: 'What',
    cell: ({ kind, subject }) => (
      <span className="max-md:text-right">
        <span className="font-medium">{WORDS[kind]}</span>{' '}
        {subject !== null && <span className="wrap-anywhere">{subject}</span>}
      </span>
    ),
  },
]

export function HistoryPanel() {
  const query = useInfiniteQuery(accountActionsQuery)
  const rows = query.data?.pages.flatMap(page => page.actions)
  const older = useOlderRows(query, { loaded: rows?.length ?? 0, few: 10 })
  return (
    <Panel
      title="History"
      description={`Changes to this account and their authors. Entries are kept for ${siteLimits.accountActionDays} days and have no questions or results.`}
    >
      {rows === undefined && !query.error && <Skeleton className="h-48" />}
      {rows === undefined && <ErrorNotice error={query.error} onRetry={query.refetch} />}
      {rows?.length === 0 && <p className="text-sm text-quiet">Nothing yet.</p>}
      {rows !== undefined && rows.length > 0 && (
        <>
          <Table
            label="History"
            columns={COLUMNS}
            rows={rows.slice(0, older.shown)}
            rowKey={({ action_id }) => action_id}
          />
          <OlderRows {...older} />
        </>
      )}
    </Panel>
  )
}
