import type { Page } from 'playwright-core'

/**
 * Notes from now on everything that a page has to complain of: errors of its scripts, what its content
 * policy stopped, what it asked for and did not get.
 */
export function watchPage(page: Page): readonly string[] {
  const complaints: string[] = []
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(error.message))
  page.on('requestfailed', request => {
    complaints.push(`${request.url()}: ${request.failure()?.errorText}`)
  })
  return complaints
}
