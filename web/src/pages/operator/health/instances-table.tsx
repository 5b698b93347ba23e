import type { HealthResponse } from '@footnote/contract/site/operator'
import { agoText } from '../../../ui/ago-text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { durationText } from '../../../ui/duration-text.ts'
import { type Column, Table } from '../../../ui/table.tsx'
import { Ago } from '../ago.tsx'
import { IdText } from '../id-text.tsx'

type Instance = HealthResponse['instances'][number]

const COLUMNS: readonly Column<Instance>[] = [
  { name: 'Instance', cell: ({ instance_id }) => <IdText id={instance_id} /> },
  {
    name: 'State',
    cell: ({ is_alive, is_this, costs_money }) => (
      <span className="flex flex-wrap gap-1.5 max-md:justify-end">
        {is_alive ? <Badge tone="good">Alive</Badge> : <Badge>Stopped</Badge>}
        {is_this && <Badge tone="accent">This instance</Badge>}
        {costs_money && <Badge>Paid upstream</Badge>}
      </span>
    ),
  },
  { name: 'Started', cell: ({ started_at }) => <Ago at={started_at} /> },
  { name: 'Lease', cell: ({ lease_until }) => <Lease until={lease_until} /> },
]

export function InstancesTable({ instances }: { instances: readonly Instance[] }) {
  return (
    <Table
      label="Instances"
      columns={COLUMNS}
      rows={instances}
      rowKey={({ instance_id }) => instance_id}
    />
  )
}

function Lease({ until }: { until: string }) {
  const leftMs = Date.parse(until) - Date.now()
  return leftMs > 0
    ? `ends in ${durationText(leftMs)}`
    : `ended ${agoText(new Date(until), new Date())}`
}
