import axe from 'axe-core'
import type { Page } from 'playwright-core'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Throws where a page, as it is now, breaks the rules of accessibility. Its content policy stays in force:
 * the browser's own tools put the checker in, not the page.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source)
  const violations = await page.evaluate(async values => {
    const { axe: checker } = globalThis as unknown as { axe: typeof axe }
    const found = await checker.run({ runOnly: { type: 'tag', values } })
    return found.violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary ?? ''}`),
    )
  }, RULES)
  if (violations.length > 0) throw new Error([page.url(), ...violations].join('\n\n'))
}
