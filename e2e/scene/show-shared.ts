import { createCipheriv, randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { open } from './show-page.ts'

export const SHARED_PATH = '/shared/1c0de5a7-5eed-4bad-8a11-0123456789ab'

const REPORT = {
  question: 'How do Chile and Bolivia compare?',
  call: 'Research, standard',
  at: '2026-11-16T12:00:00.000Z',
  result: {
    output: {
      content:
        'Chile has 20 million inhabitants. [[1]]\n\n| | Capital |\n|---|---|\n| Chile | Santiago |\n| Bolivia | Sucre |\n\nBolivia has two seats of government. [[2]]',
      content_type: 'text',
      sources: [
        { url: 'https://example.com/chile', title: 'Chile' },
        { url: 'https://example.org/bolivia', title: 'Bolivia' },
      ],
    },
  },
}

/** A report by its link, sealed here as a browser would. */
export async function showShared(page: Page): Promise<void> {
  const [key, nonce] = [randomBytes(32), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from('footnote shared report 1'))
  const sealed = Buffer.concat([
    nonce,
    cipher.update(gzipSync(JSON.stringify(REPORT))),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  await page.route('**/site/shared/*', route =>
    route.fulfill({ json: { sealed: sealed.toString('base64url'), expires_at: REPORT.at } }),
  )
  await open(`${SHARED_PATH}#${key.toString('base64url')}`)(page)
  await page.getByRole('article').waitFor()
}
