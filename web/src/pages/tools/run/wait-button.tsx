import { pages } from '@footnote/contract/site/pages'
import type { OpenCallsResponse } from '@footnote/contract/site/responses'
import { toolName } from '@footnote/contract/tools'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { useHistory, useKeptRun, useRun, useToolMemory } from '../tool-memory.tsx'

/** Waits for a call on its tool's page, asking first if that would discard a report shown there. */
export function WaitButton({ call }: { call: OpenCallsResponse['calls'][number] }) {
  const { tool, effort, request_id: requestId, created_at: createdAt } = call
  const { runs } = useToolMemory()
  const run = useRun(tool)
  const request = useKeptRun(requestId)?.request
  const { status } = useHistory()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  if (run && !run.end) return null
  // A report that the history keeps is not lost.
  const isAtRisk = run?.end?.kind === 'result' && status !== 'on'
  const wait = () => {
    setAsking(false)
    runs[tool].resume({ requestId, tool, effort, startedAt: Date.parse(createdAt) }, request)
    void navigate({ to: pages[tool] })
  }
  return (
    <>
      <Button onClick={isAtRisk ? () => setAsking(true) : wait}>Wait for result</Button>
      {/* Resets the text styles of the table cell around the button. */}
      <div className="contents text-left">
        <Dialog
          title="Discard the current report?"
          isOpen={isAsking}
          onClose={() => setAsking(false)}
        >
          <p>
            {toolName(tool)} shows one report at a time, and the current one isn’t stored anywhere
            else. Copy or download it first if you need it.
          </p>
          <DialogActions>
            <Button onClick={() => setAsking(false)}>Keep report</Button>
            <Button look="primary" onClick={wait}>
              Discard and wait
            </Button>
          </DialogActions>
        </Dialog>
      </div>
    </>
  )
}
