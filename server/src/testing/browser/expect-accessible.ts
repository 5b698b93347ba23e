import axe from 'axe-core'
import type { Page } from 'playwright-core'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The globals of a page that the check needs. */
interface Window {
  readonly axe: typeof axe
  readonly document: { querySelector(selector: string): axe.ElementContext | null }
}

type RunOnly = { type: 'tag' | 'rule'; values: string[] }

/**
 * Throws if a page, as it is now, breaks accessibility rules. Its content security policy stays in
 * force: the browser's own tools inject the checker, not the page.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page, { type: 'tag', values: TAGS })
}

/** The rules that another theme and width can break, since they change only colours and the layout. */
export async function expectDarkAndNarrow(page: Page): Promise<void> {
  const layout = ['target-size', 'scrollable-region-focusable', 'heading-order', 'region']
  await expectNoViolations(page, { type: 'rule', values: ['color-contrast', ...layout] })
}

async function expectNoViolations(page: Page, only: RunOnly): Promise<void> {
  // Once per document, since the checker is half a megabyte.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe.source)
  const violations = await page.evaluate(async runOnly => {
    const { axe: checker, document } = globalThis as unknown as Window
    // The page behind a modal dialog is inert, and is checked without it.
    const context = document.querySelector('dialog:modal') ?? (document as axe.ElementContext)
    // Without this, it also describes every element that passes.
    const found = await checker.run(context, { runOnly, resultTypes: ['violations'] })
    return found.violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary ?? ''}`),
    )
  }, only)
  if (violations.length > 0) throw new Error([page.url(), ...violations].join('\n\n'))
}
