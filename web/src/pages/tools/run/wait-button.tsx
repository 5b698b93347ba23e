import type { Tool } from '@footnote/contract/prices'
import { pages } from '@footnote/contract/site/pages'
import type { OpenCallsResponse } from '@footnote/contract/site/responses'
import { toolName } from '@footnote/contract/tools'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { useRun, useToolMemory } from '../tool-memory.tsx'

const TOOL_PAGES = {
  answer: pages.answer,
  research: pages.research,
  finance_research: pages.finance,
} as const satisfies Record<Tool, string>

/** Waits for a call on its tool's page. A report that stands there is all that is left of it. */
export function WaitButton({ call }: { call: OpenCallsResponse['calls'][number] }) {
  const { tool, effort, request_id: requestId, created_at: createdAt } = call
  const { runs } = useToolMemory()
  const run = useRun(tool)
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  if (run && !run.end) return null
  const wait = () => {
    setAsking(false)
    runs[tool].resume({ requestId, tool, effort, startedAt: Date.parse(createdAt) })
    void navigate({ to: TOOL_PAGES[tool] })
  }
  return (
    <>
      <Button onClick={run?.end?.kind === 'result' ? () => setAsking(true) : wait}>
        Wait for it here
      </Button>
      {/* Not as the cell of the table that the button stands in. */}
      <div className="contents text-left">
        <Dialog title="Put the report away?" isOpen={isAsking} onClose={() => setAsking(false)}>
          <p>
            {toolName(tool)} shows one report at a time, and the one that stands there is nowhere
            else. Copy or download it first if you need it.
          </p>
          <DialogActions>
            <Button onClick={() => setAsking(false)}>Keep the report</Button>
            <Button look="primary" onClick={wait}>
              Wait for the other call
            </Button>
          </DialogActions>
        </Dialog>
      </div>
    </>
  )
}
