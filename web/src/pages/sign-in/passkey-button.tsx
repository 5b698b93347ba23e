import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { callSite } from '../../api/call-site.ts'
import { askForPasskey, canUsePasskeys } from '../../api/passkeys.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { useEnter } from './use-enter.ts'

/** Signs in with a passkey; absent in browsers that have none. */
export function PasskeyButton() {
  const enter = useEnter()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const { options } = await callSite('start_passkey_sign_in')
      const credential = await askForPasskey(options)
      await enter(await callSite('passkey_sign_in', { body: { credential } }))
    },
  })
  if (!canUsePasskeys()) return null
  return (
    <div className="mt-3 space-y-3">
      <Button onClick={() => mutate()} busy={isPending} className="w-full">
        {!isPending && <KeyRound aria-hidden="true" />}
        Sign in with a passkey
      </Button>
      <ErrorNotice error={error} />
    </div>
  )
}
