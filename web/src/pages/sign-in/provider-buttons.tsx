import type { Provider } from '@footnote/contract/site/responses'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { callSite } from '../../api/call-site.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'

/** Buttons for signing in with another service; empty if none is set up. */
export function ProviderButtons({
  providers,
  children,
}: {
  providers: readonly Provider[]
  /** A note below the buttons. */
  children?: ReactNode
}) {
  const { next } = useSearch({ strict: false })
  const { mutate, error, isPending, isSuccess, variables } = useMutation({
    mutationFn: (provider: Provider) =>
      callSite('sign_in_with', {
        params: { provider },
        query: next === undefined ? {} : { next: encodeRest(next) },
      }),
    onSuccess: ({ url }) => location.assign(url),
  })
  if (providers.length === 0) return null
  // Busy until the other site appears.
  const isBusy = isPending || isSuccess
  return (
    <>
      <div className="my-5 flex items-center gap-3 text-xs text-quiet before:h-px before:grow before:bg-rule after:h-px after:grow after:bg-rule">
        or
      </div>
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
      {children}
      <ErrorNotice error={error} className="mt-3" />
    </>
  )
}

/** Encodes the characters that a path may contain but the server does not take. */
function encodeRest(path: string): string {
  return path.replaceAll(
    /[^\w./?%&=+~-]/gu,
    character =>
      `%${[...new TextEncoder().encode(character)].map(byte => byte.toString(16).padStart(2, '0')).join('%')}`,
  )
}

export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = {
  github: 'GitHub',
  google: 'Google',
}

const SHAPES: Readonly<Record<Provider, { box: string; path: string }>> = {
  github: {
    box: '0 0 16 16',
    path: 'M8 0c4.42 0 8 3.58 8 8a8.013 8.013 0 0 1-5.45 7.59c-.4.08-.55-.17-.55-.38 0-.27.01-1.13.01-2.2 0-.75-.25-1.23-.54-1.48 1.78-.2 3.65-.88 3.65-3.95 0-.88-.31-1.59-.82-2.15.08-.2.36-1.02-.08-2.12 0 0-.67-.22-2.2.82-.64-.18-1.32-.27-2-.27-.68 0-1.36.09-2 .27-1.53-1.03-2.2-.82-2.2-.82-.44 1.1-.16 1.92-.08 2.12-.51.56-.82 1.28-.82 2.15 0 3.06 1.86 3.75 3.64 3.95-.23.2-.44.55-.51 1.07-.46.21-1.61.55-2.33-.66-.15-.24-.6-.83-1.23-.82-.67.01-.27.38.01.53.34.19.73.9.82 1.13.16.45.68 1.31 2.69.94 0 .67.01 1.3.01 1.49 0 .21-.15.45-.55.38A7.995 7.995 0 0 1 0 8c0-4.42 3.58-8 8-8Z',
  },
  google: {
    box: '0 0 24 24',
    path: 'M12.48 10.92v3.28h7.84c-.24 1.84-.853 3.187-1.787 4.133-1.147 1.147-2.933 2.4-6.053 2.4-4.827 0-8.6-3.893-8.6-8.72s3.773-8.72 8.6-8.72c2.6 0 4.507 1.027 5.907 2.347l2.307-2.307C18.747 1.44 16.133 0 12.48 0 5.867 0 .307 5.387.307 12s5.56 12 12.173 12c3.573 0 6.267-1.173 8.373-3.36 2.16-2.16 2.84-5.213 2.84-7.667 0-.76-.053-1.467-.173-2.053H12.48z',
  },
}

/** A provider's logo in the text colour. */
export function ProviderIcon({ provider }: { provider: Provider }) {
  const { box, path } = SHAPES[provider]
  return (
    <svg viewBox={box} aria-hidden="true" className="size-4 shrink-0 fill-current">
      <path d={path} />
    </svg>
  )
}
