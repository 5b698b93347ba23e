import type { Provider } from '@footnote/contract/site/responses'
import { useMutation } from '@tanstack/react-query'
import { callSite } from '../../api/call-site.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { ProviderIcon } from './provider-icon.tsx'
import { PROVIDER_NAMES } from './provider-names.ts'

/** Buttons for signing in with another service; empty if none is set up. */
export function ProviderButtons({ providers }: { providers: readonly Provider[] }) {
  const { mutate, error, isPending, isSuccess, variables } = useMutation({
    mutationFn: (provider: Provider) => callSite('sign_in_with', { params: { provider } }),
    onSuccess: ({ url }) => location.assign(url),
  })
  if (providers.length === 0) return null
  // Busy until the other site appears.
  const isBusy = isPending || isSuccess
  return (
    <>
      <div className="grid gap-2">
        {providers.map(provider => (
          <Button
            key={provider}
            onClick={() => mutate(provider)}
            busy={isBusy && variables === provider}
            disabled={isBusy}
          >
            {!(isBusy && variables === provider) && <ProviderIcon provider={provider} />}
            Continue with {PROVIDER_NAMES[provider]}
          </Button>
        ))}
      </div>
      <ErrorNotice error={error} className="mt-3" />
      <div className="my-5 flex items-center gap-3 text-xs text-quiet before:h-px before:grow before:bg-rule after:h-px after:grow after:bg-rule">
        or use your email
      </div>
    </>
  )
}
