import type { Seller } from '@footnote/contract/site/responses'

/** The seller's documents, for every list of them. */
export function legalLinks({ terms_url, privacy_url, refund_url }: Seller) {
  return [
    { name: 'Terms', url: terms_url },
    { name: 'Privacy policy', url: privacy_url },
    { name: 'Refund policy', url: refund_url },
  ]
}
