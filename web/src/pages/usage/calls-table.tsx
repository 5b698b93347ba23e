import { pages } from '@footnote/contract/site/pages'
import { toolName } from '@footnote/contract/tools'
import { useQuery } from '@tanstack/react-query'
import { openCallsQuery } from '../../api/queries.ts'
import { Badge } from '../../ui/badge.tsx'
import { Money } from '../../ui/money.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'
import { CALL_STATE_WORDS, type Call } from './call-state.ts'

const COLUMNS: readonly Column<Call>[] = [
  { name: 'Time', cell: ({ created_at }) => <Time at={created_at} /> },
  { name: 'Tool', cell: call => <ToolCell call={call} /> },
  { name: 'Effort', cell: ({ effort }) => effort ?? <NoEffort /> },
  {
    name: 'Key',
    cell: ({ key_name }) => <span className="wrap-anywhere max-md:text-right">{key_name}</span>,
  },
  { name: 'State', cell: ({ state }) => <StateBadge state={state} /> },
  { name: 'Cost', cell: call => <Cost call={call} />, isAmount: true },
]

export function CallsTable({ calls, label }: { calls: readonly Call[]; label: string }) {
  return <Table label={label} columns={COLUMNS} rows={calls} rowKey={call => call.request_id} />
}

/** Links to the task while its result is available. */
function ToolCell({ call: { tool, request_id } }: { call: Call }) {
  const { data } = useQuery(openCallsQuery)
  const isTask = data?.calls.some(open => open.request_id === request_id && open.task !== null)
  if (!isTask) return toolName(tool)
  return (
    <TextLink to={pages.task} params={{ taskId: request_id }}>
      {toolName(tool)}
    </TextLink>
  )
}

function StateBadge({ state }: Pick<Call, 'state'>) {
  const { name, tone, meaning } = CALL_STATE_WORDS[state]
  return (
    <span title={`${name}: ${meaning}`}>
      <Badge tone={tone}>{name}</Badge>
    </span>
  )
}

/** The price, struck through if it was refunded. */
function Cost({ call }: { call: Call }) {
  if (call.state !== 'refunded') return <Money units={call.cost_units} />
  return (
    <span className="text-quiet">
      <span className="sr-only">Price </span>
      <s>
        <Money units={call.cost_units} />
      </s>
      <span className="block text-xs">refunded</span>
    </span>
  )
}

function NoEffort() {
  return (
    <span className="text-quiet">
      <span aria-hidden="true">–</span>
      <span className="sr-only">none</span>
    </span>
  )
}
