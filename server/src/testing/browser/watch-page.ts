import type { Page } from 'playwright-core'

/**
 * Collects all problems of a page from now on: script errors, policy violations and failed
 * requests.
 */
export function watchPage(page: Page): readonly string[] {
  const complaints: string[] = []
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', ({ message, stack }) => {
    complaints.push(`${message} at ${page.url()}: ${stack ?? ''}`)
  })
  page.on('requestfailed', request => {
    complaints.push(`${request.url()}: ${request.failure()?.errorText}`)
  })
  return complaints
}
