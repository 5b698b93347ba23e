import type { TaskState } from '@footnote/contract/responses'
import { pages } from '@footnote/contract/site/pages'
import type { OpenCallsResponse } from '@footnote/contract/site/responses'
import { callName } from '@footnote/contract/tools'
import { useQuery } from '@tanstack/react-query'
import { isUnfinished } from '../../../api/follow-task.ts'
import { openCallsQuery } from '../../../api/queries.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Money } from '../../../ui/money.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { Time } from '../../../ui/time.tsx'
import { WaitButton } from './wait-button.tsx'

type OpenCall = OpenCallsResponse['calls'][number]

const POLL_MS = 5_000

/** Calls and tasks the reader can return to, even after a reload. */
export function OpenCallsPanel({ shownId }: { shownId?: string | undefined }) {
  const { data } = useQuery({
    ...openCallsQuery,
    refetchInterval: ({ state }) => (state.data?.calls.some(isOpen) ? POLL_MS : false),
  })
  const calls = data?.calls.filter(({ request_id }) => request_id !== shownId) ?? []
  if (calls.length === 0) return null
  return (
    <Panel
      title="Open calls and tasks"
      description="Calls still running on this website, and tasks whose results haven’t expired."
    >
      <Table
        label="Open calls and tasks"
        columns={COLUMNS}
        rows={calls}
        rowKey={({ request_id }) => request_id}
      />
    </Panel>
  )
}

const COLUMNS: readonly Column<OpenCall>[] = [
  { name: 'Started', cell: ({ created_at }) => <Time at={created_at} /> },
  {
    name: 'Tool',
    cell: ({ tool, effort }) => callName({ tool, effort }),
  },
  { name: 'State', cell: call => <State call={call} /> },
  { name: 'Cost', cell: ({ cost_units }) => <Money units={cost_units} />, isAmount: true },
  { name: 'Action', isNameHidden: true, isAmount: true, cell: call => <Way call={call} /> },
]

function isOpen({ task }: OpenCall): boolean {
  return task === null || isUnfinished(task.status)
}

function State({ call: { task } }: { call: OpenCall }) {
  if (!task) return <Badge tone="warn">Running</Badge>
  const { name, tone } = TASK_STATE_WORDS[task.status]
  return <Badge tone={tone}>{name}</Badge>
}

function Way({ call }: { call: OpenCall }) {
  if (!call.task) return <WaitButton call={call} />
  return (
    <TextLink to={pages.task} params={{ taskId: call.request_id }}>
      {call.task.status === 'completed' ? 'View result' : 'View progress'}
    </TextLink>
  )
}

/** Labels of the task states. */
const TASK_STATE_WORDS = {
  submitting: { name: 'Starting', tone: 'warn' },
  queued: { name: 'Queued', tone: 'warn' },
  running: { name: 'Running', tone: 'warn' },
  completed: { name: 'Ready', tone: 'good' },
  failed: { name: 'Failed', tone: 'neutral' },
} as const satisfies Record<TaskState, { name: string; tone: string }>
