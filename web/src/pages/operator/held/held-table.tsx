import type { HeldResponse } from '@footnote/contract/site/operator'
import { callName } from '@footnote/contract/tools'
import { Badge } from '../../../ui/badge.tsx'
import { counted } from '../../../ui/counted.ts'
import { durationText } from '../../../ui/duration-text.ts'
import { Money } from '../../../ui/money.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { AccountLink } from '../account-link.tsx'
import { IdText } from '../id-text.tsx'

type Charge = HeldResponse['charges'][number]

const COLUMNS: readonly Column<Charge>[] = [
  { name: 'Age', cell: ({ created_at }) => <Span ms={Date.now() - Date.parse(created_at)} /> },
  {
    name: 'Call',
    cell: charge => (
      <span className="max-md:text-right">
        {callName(charge)}
        <span className="block">
          <IdText id={charge.request_id} />
        </span>
      </span>
    ),
  },
  {
    name: 'Account',
    cell: ({ account_id, email }) => <AccountLink accountId={account_id} email={email} />,
  },
  { name: 'Task', cell: ({ task }) => <Task task={task} /> },
  { name: 'Deadline', cell: ({ deadline_at }) => <Deadline at={deadline_at} /> },
  { name: 'Amount', isAmount: true, cell: ({ units }) => <Money units={units} /> },
]

export function HeldTable({ charges }: { charges: readonly Charge[] }) {
  return (
    <Table
      label="Pending charges"
      columns={COLUMNS}
      rows={charges}
      rowKey={({ request_id }) => request_id}
    />
  )
}

function Span({ ms }: { ms: number }) {
  return <span className="whitespace-nowrap">{durationText(ms)}</span>
}

/** Time left, or an alarm: no charge may outlive its deadline. */
function Deadline({ at }: { at: string }) {
  const leftMs = Date.parse(at) - Date.now()
  if (leftMs < 0) return <Badge tone="bad">{durationText(-leftMs)} overdue</Badge>
  return <span className="whitespace-nowrap">in {durationText(leftMs)}</span>
}

function Task({ task }: Pick<Charge, 'task'>) {
  if (task === null) return <span className="text-quiet">None</span>
  const nextMs = task.next_look_at === null ? null : Date.parse(task.next_look_at) - Date.now()
  return (
    <span className="max-md:text-right">
      {task.status}
      <span className="block text-xs text-quiet">
        {counted(task.looks, 'scheduled poll')}
        {nextMs !== null && (nextMs > 0 ? `, next in ${durationText(nextMs)}` : ', next is due')}
      </span>
    </span>
  )
}
