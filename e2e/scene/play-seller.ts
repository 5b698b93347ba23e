import type { Page } from 'playwright-core'

const SELLER = {
  legal_name: 'Footnotes Ltd',
  address: '1 Margin Row, London N1 9GU, United Kingdom',
  support_email: 'help@footnote.example',
  terms_url: 'https://footnote.example/terms',
  privacy_url: 'https://footnote.example/privacy',
  refund_url: 'https://footnote.example/refunds',
}

/** Lets a page see the seller of a service with a public address. */
export async function playSeller(page: Page): Promise<void> {
  await page.route('**/site/session', async route => {
    const response = await route.fetch()
    const session = await response.json()
    session.service.seller = SELLER
    if (session.account) session.account.terms_accepted_at ??= session.account.created_at
    await route.fulfill({ response, json: session })
  })
}
