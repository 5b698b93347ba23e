import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { findBrowser } from './find-browser.ts'
import { openBrowser } from './open-browser.ts'

/**
 * Runs tests in one real browser, which the function passed to `define` returns once they run. Without
 * a browser they are skipped with a notice; if `CI` is set, but not to `false`, the run fails.
 */
export function describeInBrowser(name: string, define: (browser: () => Browser) => void): void {
  if (findBrowser() === undefined) {
    const reason = `"${name}" needs a browser. Run .ci/install-browser, or set FOOTNOTE_BROWSER.`
    if (!['', 'false'].includes(process.env['CI'] ?? '')) throw new Error(reason)
    process.stderr.write(`\n*** SKIPPED, not passed: ${reason}\n`)
    describe.skip(`${name} (no browser found)`, () => define(() => unopened()))
    return
  }
  describe(name, () => {
    let browser: Browser | undefined
    beforeAll(async () => {
      browser = await openBrowser()
    })
    afterAll(() => browser?.close())
    define(() => browser ?? unopened())
  })
}

function unopened(): never {
  throw new Error('the browser opens when the tests run')
}
