import { callsCsv } from '@footnote/contract/calls-csv'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { callSite } from '../../api/call-site.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { downloadText } from '../../ui/download-text.ts'
import { Field } from '../../ui/field.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { type CallFilter, filterCalls } from './call-filters.tsx'
import type { Call } from './call-state.ts'

/** Downloads every call between two days that the filters show, as CSV. */
export function ExportDialog({
  isOpen,
  filter,
  onClose,
}: {
  isOpen: boolean
  filter: CallFilter
  onClose: () => void
}) {
  return (
    <Dialog title="Export calls" isOpen={isOpen} onClose={onClose}>
      <ExportForm filter={filter} onClose={onClose} />
    </Dialog>
  )
}

function ExportForm({ filter, onClose }: { filter: CallFilter; onClose: () => void }) {
  const [from, setFrom] = useState(() => dayText(firstOfMonth()))
  const [to, setTo] = useState(() => dayText(new Date()))
  const exporting = useMutation({
    mutationFn: async () => {
      const calls = filterCalls(await readCalls({ from, to }), filter)
      const name = `footnote-usage-${from}-${to}.csv`
      downloadText(name, { text: callsCsv(calls), type: 'text/csv;charset=utf-8' })
    },
    onSuccess: onClose,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    exporting.mutate()
  }
  const isFiltered = Object.keys(filter).length > 0
  return (
    <form onSubmit={submit} className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="From"
          type="date"
          required
          value={from}
          max={to}
          onChange={event => setFrom(event.target.value)}
        />
        <Field
          label="To"
          type="date"
          required
          value={to}
          min={from}
          onChange={event => setTo(event.target.value)}
        />
      </div>
      <p className="text-sm text-quiet">
        A CSV file with every call of these days (UTC){isFiltered && ' that matches your filters'},
        with its price and what was refunded.
      </p>
      <ErrorNotice error={exporting.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={exporting.isPending}>
          Download CSV
        </Button>
      </DialogActions>
    </form>
  )
}

async function readCalls(days: { from: string; to: string }): Promise<Call[]> {
  const calls: Call[] = []
  let cursor: string | undefined
  do {
    const query = { ...days, ...(cursor !== undefined && { cursor }) }
    const page = await callSite('usage', { query })
    calls.push(...page.calls)
    cursor = page.next_cursor
  } while (cursor !== undefined)
  return calls
}

function firstOfMonth(): Date {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
}

function dayText(date: Date): string {
  return date.toISOString().slice(0, 'YYYY-MM-DD'.length)
}
