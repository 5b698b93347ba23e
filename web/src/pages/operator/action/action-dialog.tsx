import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { newId } from '../../../ui/new-id.ts'
import { ActionFailure } from '../operator-error.tsx'
import { ReasonField, readReason } from './reason-field.tsx'
import { type ActionNote, useAction } from './use-action.ts'

interface ActionFormProps<Result> {
  readonly confirm: string
  readonly look?: 'primary' | 'danger'
  readonly send: (note: ActionNote) => Promise<Result>
  readonly onDone: (result: Result) => void
  readonly onClose: () => void
  /** Explains the consequences. */
  readonly children: ReactNode
}

/** Dialog for an action that needs nothing but a reason. */
export function ActionDialog<Result>({
  title,
  isOpen,
  ...form
}: ActionFormProps<Result> & { title: string; isOpen: boolean }) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={form.onClose}>
      <ActionForm {...form} />
    </Dialog>
  )
}

function ActionForm<Result>({
  confirm,
  look = 'primary',
  send,
  onDone,
  onClose,
  children,
}: ActionFormProps<Result>) {
  const [actionId] = useState(newId)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const action = useAction({ actionId, send, onDone })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const reading = readReason(typed)
    setProblem(reading.problem)
    if (reading.reason !== undefined) action.act(reading.reason)
  }
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <div className="text-sm">{children}</div>
      <ReasonField
        value={typed}
        onChange={setTyped}
        error={problem}
        isLocked={action.isOpen}
        autoFocus
      />
      <ActionFailure error={action.error} isOpen={action.isOpen} />
      <DialogActions>
        <Button onClick={onClose}>{action.isOpen ? 'Close' : 'Cancel'}</Button>
        <Button type="submit" look={look} busy={action.isBusy}>
          {action.isOpen ? 'Send again' : confirm}
        </Button>
      </DialogActions>
    </form>
  )
}
