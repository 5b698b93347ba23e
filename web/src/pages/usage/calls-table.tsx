import { Badge } from '../../ui/badge.tsx'
import { Money } from '../../ui/money.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { TOOL_NAMES } from '../../ui/tool-name.ts'
import { CALL_STATE_WORDS, type Call } from './call-state.ts'

const COLUMNS: readonly Column<Call>[] = [
  { name: 'Time', cell: ({ created_at }) => <Time at={created_at} /> },
  { name: 'Tool', cell: ({ tool }) => TOOL_NAMES[tool] },
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

function StateBadge({ state }: Pick<Call, 'state'>) {
  const { name, tone, meaning } = CALL_STATE_WORDS[state]
  return (
    <span title={`${name}: ${meaning}`}>
      <Badge tone={tone}>{name}</Badge>
    </span>
  )
}

/** What was given back is struck, and what was kept of it is said. */
function Cost({ call }: { call: Call }) {
  if (call.state !== 'refunded') return <Money units={call.cost_units} />
  return (
    <span className="text-quiet">
      <span className="sr-only">Price </span>
      <s>
        <Money units={call.cost_units} />
      </s>
      <span className="block text-xs">
        refunded, <Money units={0} /> kept
      </span>
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
