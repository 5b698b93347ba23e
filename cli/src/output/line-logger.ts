import type { Logger } from '@footnote/sdk'

/** Logger of the SDK that writes lines, because stdout is for results. FOOTNOTE_LOG sets its level. */
export function lineLogger(write: (line: string) => void): Logger {
  return { error: write, warn: write, info: write, debug: write }
}
