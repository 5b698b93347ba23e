import { ExtractError } from '../extract/extraction.ts'
import { sniffFormats } from '../extract/sniff-format.ts'

/** Types that are never read as text, even if they consist of it. */
const OTHER_TYPES =
  /^(?:(?:image|audio|video|font|model)\/|text\/css|(?:text|application)\/(?:x-)?javascript|application\/(?:zip|gzip|x-tar|x-7z|vnd\.rar|wasm|font))/
const HEAD_BYTES = 1_024

/**
 * Returns whether a page may be readable, judging by its first bytes. They count more than its content
 * type, which decides only where they leave it open.
 */
export function looksReadable(bytes: Uint8Array, contentType = ''): boolean {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (bytes.length === 0) return false
  try {
    const [format] = sniffFormats(bytes.subarray(0, HEAD_BYTES), { contentType })
    return format === 'html' || format === 'pdf' || !OTHER_TYPES.test(type)
  } catch (error) {
    if (error instanceof ExtractError) return false
    throw error
  }
}
