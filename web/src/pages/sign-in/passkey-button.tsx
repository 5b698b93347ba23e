import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { callSite } from '../../api/call-site.ts'
import { askForPasskey, canOfferPasskeys, canUsePasskeys } from '../../api/passkeys.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { useEnter } from './use-enter.ts'

type Credential = Awaited<ReturnType<typeof askForPasskey>>

/** Signs in with a passkey, chosen here or in the email field; absent in browsers that have none. */
export function PasskeyButton() {
  const enter = useEnter()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (chosen: Credential | undefined) => {
      const credential = chosen ?? (await choosePasskey())
      await enter(await callSite('passkey_sign_in', { body: { credential } }))
    },
  })
  const stopOffer = useOfferedPasskey(mutate)
  if (!canUsePasskeys()) return null
  return (
    <div className="mt-3 space-y-3">
      <Button
        onClick={() => {
          // A browser answers one request at a time.
          stopOffer()
          mutate(undefined)
        }}
        busy={isPending}
        className="w-full"
      >
        {!isPending && <KeyRound aria-hidden="true" />}
        Sign in with a passkey
      </Button>
      <ErrorNotice error={error} />
    </div>
  )
}

async function choosePasskey(offer?: AbortSignal): Promise<Credential> {
  const { options } = await callSite('start_passkey_sign_in')
  return askForPasskey(options, { ...(offer && { offer }) })
}

/** Offers passkeys among the suggestions of the email field; returns a function that stops it. */
function useOfferedPasskey(onChosen: (credential: Credential) => void): () => void {
  const offer = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    offer.current = controller
    const wait = async () => {
      if (!(await canOfferPasskeys())) return
      const credential = await choosePasskey(controller.signal)
      if (!controller.signal.aborted) onChosen(credential)
    }
    // The button remains if this fails.
    wait().catch(() => {})
    return () => controller.abort()
  }, [onChosen])
  return () => offer.current.abort()
}
