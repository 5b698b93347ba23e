import { callName } from '@footnote/contract/tools'
import { Badge } from '../../../ui/badge.tsx'
import { Money } from '../../../ui/money.tsx'
import type { Column } from '../../../ui/table.tsx'
import { Time } from '../../../ui/time.tsx'
import { CALL_STATE_WORDS, type Call } from '../../usage/call-state.ts'
import { IdText } from '../id-text.tsx'
import { ShortTable } from '../short-table.tsx'

const COLUMNS: readonly Column<Call>[] = [
  { name: 'Time', cell: ({ created_at }) => <Time at={created_at} /> },
  { name: 'Call', cell: call => callName(call) },
  {
    name: 'Key',
    cell: ({ key_name }) => <span className="wrap-anywhere max-md:text-right">{key_name}</span>,
  },
  { name: 'Request ID', cell: ({ request_id }) => <IdText id={request_id} /> },
  {
    name: 'State',
    cell: ({ state }) => (
      <Badge tone={CALL_STATE_WORDS[state].tone}>{CALL_STATE_WORDS[state].name}</Badge>
    ),
  },
  { name: 'Price', isAmount: true, cell: ({ cost_units }) => <Money units={cost_units} /> },
]

export function AccountCalls({ calls }: { calls: readonly Call[] }) {
  if (calls.length === 0) return <p className="text-sm text-quiet">No calls yet.</p>
  return (
    <ShortTable
      label="Latest calls"
      columns={COLUMNS}
      rows={calls}
      rowKey={({ request_id }) => request_id}
    />
  )
}
