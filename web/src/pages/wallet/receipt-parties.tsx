import type { BillingDetails } from '@footnote/contract/site/requests'
import type { Seller } from '@footnote/contract/site/responses'
import type { ReactNode } from 'react'

/** A fact on a receipt or a statement. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-quiet print:text-[#000]">{name}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}

export function SellerText({ seller }: { seller: Seller | null }) {
  if (!seller) return null
  return (
    <Fact name="Seller">
      {seller.legal_name}
      <span className="block font-normal">
        {seller.address}
        <br />
        {seller.support_email}
      </span>
    </Fact>
  )
}

/** The buyer as they want to be named, or their email address. */
export function BuyerText({ buyer, email }: { buyer: BillingDetails | null; email: string }) {
  const { name = '', address = '', tax_id = '' } = buyer ?? {}
  return (
    <Fact name="Buyer">
      {name || email}
      <span className="block font-normal whitespace-pre-line">
        {[address, tax_id && `Tax ID ${tax_id}`, name && email].filter(Boolean).join('\n')}
      </span>
    </Fact>
  )
}
