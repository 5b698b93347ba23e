import { pages } from '@footnote/contract/site/pages'
import { Link } from '@tanstack/react-router'
import { Panel } from '../../ui/panel.tsx'
import type { Call } from '../usage/call-state.ts'
import { CallsTable } from '../usage/calls-table.tsx'

const SHOWN = 5

export function LatestCalls({ calls }: { calls: readonly Call[] }) {
  return (
    <Panel
      title="Latest calls"
      action={
        <Link to={pages.usage} className="py-0.5 text-sm text-accent underline underline-offset-2">
          All calls
        </Link>
      }
    >
      <CallsTable calls={calls.slice(0, SHOWN)} label="Latest calls" />
    </Panel>
  )
}
