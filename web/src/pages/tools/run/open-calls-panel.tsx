import type { TaskState } from '@footnote/contract/responses'
import { pages } from '@footnote/contract/site/pages'
import type { OpenCallsResponse } from '@footnote/contract/site/responses'
import { callName } from '@footnote/contract/tools'
import { useQuery } from '@tanstack/react-query'
import { isUnfinished } from '../../../api/follow-task.ts'
import { openCallsQuery, pollWhile, taskQuery } from '../../../api/queries.ts'
import { titleOfRun } from '../../../history/history-run.ts'
import { headingOf } from '../../../report/title-of.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Money } from '../../../ui/money.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { Time } from '../../../ui/time.tsx'
import { useKeptRun } from '../tool-memory.tsx'
import { WaitButton } from './wait-button.tsx'

type OpenCall = OpenCallsResponse['calls'][number]

interface ListedCall extends OpenCall {
  /** False if it is too far down to load its report for a title. */
  readonly isNew: boolean
}

const POLL_MS = 5_000
const MOST_LOADED = 10

/** Calls and tasks the reader can return to, even after a reload. */
export function OpenCallsPanel({ shownId }: { shownId?: string | undefined }) {
  const { data } = useQuery({
    ...openCallsQuery,
    refetchInterval: pollWhile(open => open?.calls.some(isOpen) === true, POLL_MS),
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
        rows={calls.map((call, at) => ({ ...call, isNew: at < MOST_LOADED }))}
        rowKey={({ request_id }) => request_id}
      />
    </Panel>
  )
}

const COLUMNS: readonly Column<ListedCall>[] = [
  { name: 'Started', cell: ({ created_at }) => <Time at={created_at} /> },
  { name: 'Call', cell: call => <Name call={call} /> },
  { name: 'State', cell: call => <State call={call} /> },
  { name: 'Cost', cell: call => <Cost call={call} />, isAmount: true },
  { name: 'Action', isNameHidden: true, isAmount: true, cell: call => <Way call={call} /> },
]

/** The question, where the history has it, or else the heading of a report that is ready. */
function Name({ call }: { call: ListedCall }) {
  const run = useKeptRun(call.request_id)
  const known = run && titleOfRun(run)
  const { data } = useQuery({
    ...taskQuery(call.request_id),
    enabled: known === undefined && call.isNew && call.task?.status === 'completed',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const content = data?.result?.output.content
  const title = known ?? (typeof content === 'string' ? headingOf(content) : undefined)
  if (title === undefined) return callName(call)
  return (
    <span className="block min-w-0 max-md:text-right">
      <bdi className="line-clamp-2 wrap-anywhere">{title}</bdi>
      <span className="text-xs text-quiet">{callName(call)}</span>
    </span>
  )
}

function isOpen({ task }: OpenCall): boolean {
  return task === null || isUnfinished(task.status)
}

/** A refunded price is struck through. */
function Cost({ call: { cost_units, charge_state } }: { call: OpenCall }) {
  if (charge_state !== 'refunded') return <Money units={cost_units} />
  return (
    <s className="text-quiet">
      <Money units={cost_units} />
    </s>
  )
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
      {WAYS[call.task.status] ?? 'View progress'}
    </TextLink>
  )
}

const WAYS: Partial<Record<TaskState, string>> = { completed: 'View result', failed: 'See why' }

/** Labels of the task states. */
const TASK_STATE_WORDS = {
  submitting: { name: 'Starting', tone: 'warn' },
  queued: { name: 'Queued', tone: 'warn' },
  running: { name: 'Running', tone: 'warn' },
  completed: { name: 'Ready', tone: 'good' },
  failed: { name: 'Refunded', tone: 'neutral' },
} as const satisfies Record<TaskState, { name: string; tone: string }>
