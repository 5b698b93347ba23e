import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SiteError } from '../../../api/site-error.ts'
import { OPERATOR_KEY } from '../operator-queries.ts'

export interface ActionNote {
  readonly action_id: string
  readonly reason: string
}

interface ActionOptions<Result> {
  /** Created once per dialog, so that an action sent twice happens once. */
  readonly actionId: string
  readonly send: (note: ActionNote) => Promise<Result>
  /** `wasRepeated`: the action was sent again after a lost reply. */
  readonly onDone: (result: Result, options: { wasRepeated: boolean }) => void
}

/** Sends an operator's action; `isOpen` means that it may have happened although no reply came. */
export function useAction<Result>({ actionId, send, onDone }: ActionOptions<Result>) {
  const queryClient = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const refresh = () => queryClient.invalidateQueries({ queryKey: OPERATOR_KEY })
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (reason: string) => {
      const result = await send({ action_id: actionId, reason })
      await refresh()
      return result
    },
    onSuccess: result => onDone(result, { wasRepeated: isOpen }),
    onError: refusal => {
      setIsOpen(wasOpen => leavesOpen(refusal, { wasOpen }))
      // The page may be out of date, whatever the error was.
      void refresh()
    },
  })
  return { act: mutate, isBusy: isPending, error, isOpen }
}

const UNCERTAIN = new Set<SiteError['code']>([
  'UNREACHABLE',
  'SERVICE_UNAVAILABLE',
  'BILLING_UNAVAILABLE',
])
/** Codes the server sends only after looking the action up by its id. */
const JUDGED = new Set<SiteError['code']>(['TOO_MUCH', 'STATE_UNCHANGED'])

/**
 * Returns whether an action may have happened despite this error. After a lost reply that stays
 * unknown until the server has looked the action up, whatever error a later attempt gets.
 */
export function leavesOpen(error: Error, { wasOpen }: { wasOpen: boolean }): boolean {
  if (!(error instanceof SiteError) || UNCERTAIN.has(error.code)) return true
  return wasOpen && !JUDGED.has(error.code)
}
