import type { Seller } from '@footnote/contract/site/responses'
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { callSite } from '../../api/call-site.ts'
import { sessionQuery, walletQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TEXT_LINK } from '../../ui/text-link.tsx'

/** Asks the seller to return unused balance; hidden if there is none. */
export function RefundPanel() {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { data: wallet } = useQuery(walletQuery)
  const { seller } = session.service
  if (!seller || !wallet || wallet.refundable_units <= 0) return null
  return <RefundRequest seller={seller} units={wallet.refundable_units} />
}

function RefundRequest({ seller, units }: { seller: Seller; units: number }) {
  const request = useMutation({ mutationFn: () => callSite('request_refund') })
  return (
    <Panel
      title="Unused balance"
      description={
        <>
          You can ask for <Money units={units} /> back. The{' '}
          <a href={seller.refund_url} className={TEXT_LINK}>
            refund policy
          </a>{' '}
          applies.
        </>
      }
    >
      <div className="space-y-3">
        <ErrorNotice error={request.error} />
        {request.isSuccess ? (
          <Notice tone="good">
            Request sent. We’ll reply by email. Your balance stays usable until the refund is made.
          </Notice>
        ) : (
          <Button busy={request.isPending} onClick={() => request.mutate()}>
            Request a refund
          </Button>
        )}
      </div>
    </Panel>
  )
}
