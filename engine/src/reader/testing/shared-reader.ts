import { openReader } from '../open-reader.ts'
import type { Reader } from '../reader.ts'

let opened: Promise<Reader> | undefined

/** The shipped model, loaded once for all tests of a process. */
export function sharedReader(): Promise<Reader> {
  opened ??= openReader({ threads: 1 })
  return opened
}
