import { type Browser, chromium } from 'playwright-core'
import { findBrowser } from './find-browser.ts'

/** Background activity of a browser that tests do not need. */
const QUIET = [
  ...['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
]

/** Opens a real browser without a window. Throws if there is none: see `describeInBrowser`. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findBrowser()
  if (executablePath === undefined) throw new Error('no browser; see .ci/install-browser')
  return chromium.launch({
    executablePath,
    args: QUIET,
    // It refuses to start as root with its sandbox.
    chromiumSandbox: process.getuid?.() !== 0,
  })
}
