import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const FILE = 'unnamed-proxy'
const HOUR_MS = 3_600_000
export const UNNAMED_PROXY =
  'One address has half of the connections that an address may have, and sends X-Forwarded-For. If it is your proxy, add it to FOOTNOTE_TRUSTED_PROXIES: all callers behind it count as one and are dropped above the limit.'

/** Returns a function that logs a proxy missing from the settings, at most hourly, and leaves a note for the doctor. */
export async function watchForUnnamedProxy({
  dataDir,
  warn,
}: {
  dataDir: string
  warn: (fields: object, message: string) => void
}): Promise<() => void> {
  const path = join(dataDir, FILE)
  // The settings may have changed since.
  await rm(path, { force: true })
  let quietUntil = 0
  return () => {
    const now = performance.now()
    if (now < quietUntil) return
    quietUntil = now + HOUR_MS
    warn({}, UNNAMED_PROXY)
    void writeFile(path, '', { mode: 0o600 }).catch(() => {})
  }
}

/** Returns whether the service has seen such a proxy since its start. */
export async function hasUnnamedProxy(dataDir: string): Promise<boolean> {
  return (await stat(join(dataDir, FILE)).catch(() => undefined)) !== undefined
}
