import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { OPERATOR_KEY } from '../operator-queries.ts'
import { leavesOpen } from './leaves-open.ts'

export interface ActionNote {
  readonly action_id: string
  readonly reason: string
}

interface ActionOptions<Result> {
  /** Made once, with the dialog: what is sent again, by a click or after a lost reply, happens once. */
  readonly actionId: string
  readonly send: (note: ActionNote) => Promise<Result>
  /** `wasRepeated`: a reply was lost on the way, and the same action was sent again. */
  readonly onDone: (result: Result, options: { wasRepeated: boolean }) => void
}

/** One action of an operator, and whether it may have happened although no record of it came back. */
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
      // Whatever refused it, what is shown must be true again.
      void refresh()
    },
  })
  return { act: mutate, isBusy: isPending, error, isOpen }
}
