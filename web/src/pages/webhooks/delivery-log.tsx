import type { WebhookDeliveriesResponse } from '@footnote/contract/webhooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { callSite } from '../../api/call-site.ts'
import { deliveriesQuery, queryClient } from '../../api/queries.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'

type Delivery = WebhookDeliveriesResponse['deliveries'][number]

const FAULTS: Readonly<Record<string, string>> = {
  address_not_allowed: 'not a public address',
  secret_unreadable: 'secret unreadable, rotate it',
  switched_off: 'switched off',
  timed_out: 'timed out',
  unreachable: 'unreachable',
}

/** The latest deliveries of a webhook. */
export function DeliveryLog({ endpointId, isOn }: { endpointId: string; isOn: boolean }) {
  const { data, error } = useQuery(deliveriesQuery(endpointId))
  const replay = useMutation({
    mutationFn: async (delivery_id: string) => {
      const params = { webhook_id: endpointId, delivery_id }
      await callSite('replay_delivery', { params })
      const { queryKey } = deliveriesQuery(endpointId)
      await queryClient.invalidateQueries({ queryKey })
    },
  })
  const columns: readonly Column<Delivery>[] = [
    { name: 'When', cell: ({ created_at }) => <Time at={created_at} /> },
    { name: 'Event', cell: ({ kind }) => <code className="font-mono text-xs">{kind}</code> },
    { name: 'State', cell: delivery => <DeliveryState delivery={delivery} /> },
    { name: 'Attempts', cell: ({ tries }) => tries, isAmount: true },
    {
      name: 'Replay',
      isNameHidden: true,
      isAmount: true,
      cell: ({ delivery_id, kind }) => (
        <Button disabled={!isOn} onClick={() => replay.mutate(delivery_id)}>
          Replay<span className="sr-only"> {kind}</span>
        </Button>
      ),
    },
  ]
  return (
    <>
      <ErrorNotice error={error ?? replay.error} />
      {data?.deliveries.length === 0 && (
        <p className="text-sm text-quiet">No deliveries yet. Send a test to try it.</p>
      )}
      {data !== undefined && data.deliveries.length > 0 && (
        <Table
          label="Deliveries"
          columns={columns}
          rows={data.deliveries}
          rowKey={({ delivery_id }) => delivery_id}
        />
      )}
    </>
  )
}

function DeliveryState({ delivery }: { delivery: Delivery }) {
  const { delivered_at, next_try_at, last_status, last_fault, tries } = delivery
  const detail = last_fault === null ? last_status : (FAULTS[last_fault] ?? last_fault)
  if (delivered_at !== null) return <Badge tone="good">Delivered, {last_status}</Badge>
  if (next_try_at === null) return <Badge tone="bad">Failed, {detail}</Badge>
  if (tries === 0 || detail === null) return <Badge>Sending</Badge>
  return <Badge tone="warn">Retrying, {detail}</Badge>
}
