import { useState } from 'react'
import type { HistoryRun } from '../../../history/history-run.ts'
import { Button } from '../../../ui/button.tsx'
import { counted } from '../../../ui/counted.ts'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { downloadText } from '../../../ui/download-text.ts'
import { useHistory } from '../tool-memory.tsx'

/** Export of everything, and deletion with or without an end to the history. */
export function HistoryMenu({ runs }: { runs: readonly HistoryRun[] }) {
  const { history } = useHistory()
  const [asked, ask] = useState<'clear' | 'off'>()
  const close = () => ask(undefined)
  const accept = () => {
    void (asked === 'off' ? history?.turn(false) : history?.remove(runs.map(({ id }) => id)))
    close()
  }
  return (
    <div className="flex flex-wrap gap-2">
      {runs.length > 0 && (
        <>
          <Button onClick={() => exportRuns(runs)}>Export all</Button>
          <Button onClick={() => ask('clear')}>Clear all…</Button>
        </>
      )}
      <Button onClick={() => (runs.length > 0 ? ask('off') : void history?.turn(false))}>
        Turn off{runs.length > 0 && '…'}
      </Button>
      <Dialog
        title={asked === 'off' ? 'Turn off history?' : 'Clear history?'}
        isOpen={asked !== undefined}
        onClose={close}
      >
        <p>
          {`This deletes ${counted(runs.length, 'run')} from this browser, starred ones included. It can’t be undone.`}
          {asked === 'off' && ' New questions and results are then lost when you reload the page.'}
        </p>
        <DialogActions>
          <Button onClick={close}>Cancel</Button>
          <Button look="danger" onClick={accept}>
            {asked === 'off' ? 'Delete and turn off' : 'Delete all runs'}
          </Button>
        </DialogActions>
      </Dialog>
    </div>
  )
}

function exportRuns(runs: readonly HistoryRun[]): void {
  const day = new Date().toISOString().slice(0, 10)
  downloadText(`footnote-history-${day}.json`, {
    text: JSON.stringify({ exported_at: new Date().toISOString(), runs }, null, 2),
    type: 'application/json',
  })
}
