import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keysQuery, webhooksQuery } from '../../api/queries.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { KeysSection } from '../keys/keys-section.tsx'
import { WebhooksSection } from '../webhooks/webhooks-section.tsx'

/** Everything that may act for the account, and the addresses that it reports to. */
export function AccessPage() {
  usePrefetchQuery(webhooksQuery)
  const { isPending } = useQuery(keysQuery)
  // The router looked for the section of the address before it was there.
  useEffect(() => {
    if (!isPending && window.location.hash !== '') {
      document.getElementById(window.location.hash.slice(1))?.scrollIntoView()
    }
  }, [isPending])
  return (
    <>
      <PageTitle
        title="Access"
        description="The keys and apps that spend from your wallet, and the webhooks that report to you."
      />
      <div className="space-y-6">
        <KeysSection />
        {/* Shown after the keys, which would push it down. */}
        {!isPending && <WebhooksSection />}
      </div>
    </>
  )
}
