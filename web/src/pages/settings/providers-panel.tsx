import type { Provider } from '@footnote/contract/site/responses'
import { Badge } from '../../ui/badge.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PROVIDER_NAMES, ProviderIcon } from '../sign-in/provider-buttons.tsx'

/** Sign-in services and whether they are connected; empty if the service offers none. */
export function ProvidersPanel({
  offered,
  connected,
}: {
  offered: readonly Provider[]
  connected: readonly Provider[]
}) {
  const listed = [...new Set([...offered, ...connected])]
  if (listed.length === 0) return null
  return (
    <Panel
      title="Connected accounts"
      description="To connect an account, sign out, then sign in with it. It must have the same confirmed email address."
      className="print:hidden"
    >
      <ul className="divide-y divide-rule">
        {listed.map(provider => (
          <li key={provider} className="flex items-center gap-3 py-2.5 first:pt-0 last:pb-0">
            <ProviderIcon provider={provider} />
            <span className="grow">{PROVIDER_NAMES[provider]}</span>
            {connected.includes(provider) ? (
              <Badge tone="good">Connected</Badge>
            ) : (
              <Badge>Not connected</Badge>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
