import { expect, it } from 'vitest'
import { readWaitMs } from './wait-ms.ts'

it.each([
  { setting: undefined, waitMs: 45_000, warnings: 0 },
  { setting: '0.2', waitMs: 200, warnings: 0 },
  { setting: 'long', waitMs: 45_000, warnings: 1 },
  { setting: '0', waitMs: 45_000, warnings: 1 },
  { setting: '1e9', waitMs: 45_000, warnings: 1 },
])('waits as told, and as usual where it is told nonsense: $setting', given => {
  const lines: string[] = []
  const env = { FOOTNOTE_MCP_WAIT_SECONDS: given.setting }
  expect(readWaitMs(env, line => lines.push(line))).toBe(given.waitMs)
  expect(lines).toHaveLength(given.warnings)
})
