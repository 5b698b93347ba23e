import { jsonText as indented } from '@footnote/contract/report/json-text'
import { cleanJson } from './terminal/clean-text.ts'

/** JSON for programs that does a terminal no harm either; it parses to the same value. */
export function jsonText(value: unknown): string {
  return `${cleanJson(indented(value))}\n`
}
