import { priceOf } from '@footnote/contract/prices'
import { pages } from '@footnote/contract/site/pages'
import { useNavigate } from '@tanstack/react-router'
import { Copy, Play, Star, Trash2 } from 'lucide-react'
import type { HistoryRun } from '../../../history/history-run.ts'
import { Button } from '../../../ui/button.tsx'
import { formatUsd } from '../../../ui/money.tsx'
import { draftOf } from '../form/draft-of.ts'
import { useHistory, useRun, useToolMemory } from '../tool-memory.tsx'
import { effortOf, type ToolRequest } from '../tool-request.ts'

/** Buttons to run a kept call again, to change it first, or to delete it. */
export function RunActions({ run }: { run: HistoryRun }) {
  const { history } = useHistory()
  const navigate = useNavigate()
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {run.request && <AgainButtons request={run.request} />}
      <StarButton run={run} withLabel />
      <Button
        onClick={() => {
          void history?.remove([run.id])
          void navigate({ to: pages.history })
        }}
      >
        <Trash2 aria-hidden="true" />
        Delete
      </Button>
    </div>
  )
}

function AgainButtons({ request }: { request: ToolRequest }) {
  const { tool } = request
  const { runs, drafts } = useToolMemory()
  const current = useRun(tool)
  const navigate = useNavigate()
  const isRunning = current !== undefined && !current.end
  const open = () => {
    drafts.set(tool, draftOf(request))
    void navigate({ to: pages[tool] })
  }
  const runAgain = () => {
    runs[tool].start(request)
    open()
  }
  return (
    <>
      <Button onClick={runAgain} disabled={isRunning}>
        <Play aria-hidden="true" />
        Run again for {formatUsd(priceOf(tool, effortOf(request)).costUnits)}
      </Button>
      <Button onClick={open}>
        <Copy aria-hidden="true" />
        Duplicate and edit
      </Button>
    </>
  )
}

export function StarButton({ run, withLabel = false }: { run: HistoryRun; withLabel?: boolean }) {
  const { history } = useHistory()
  const { id, isStarred } = run
  return (
    <Button
      look={withLabel ? 'plain' : 'quiet'}
      aria-pressed={isStarred}
      aria-label="Star"
      title={isStarred ? 'Starred runs are never deleted to make room' : 'Keep this run'}
      className={withLabel ? '' : 'px-2.5!'}
      onClick={() => void history?.star(id, !isStarred)}
    >
      <Star aria-hidden="true" className={isStarred ? 'fill-accent text-accent' : ''} />
      {withLabel && (isStarred ? 'Starred' : 'Star')}
    </Button>
  )
}
