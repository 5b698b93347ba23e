const BYTE_ORDER_MARKS: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** Returns the encoding of a byte order mark. */
export function encodingByMark(bytes: Uint8Array): string | undefined {
  return BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0]
}

/** Prefers a byte order mark, then the declared encoding, then UTF-8, then Windows-1252. */
export function decodeText(bytes: Uint8Array, declared?: string): string {
  const decoder = decoderFor(encodingByMark(bytes) ?? declared)
  if (decoder) return decoder.decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function decoderFor(label: string | undefined): TextDecoder | undefined {
  if (label === undefined) return undefined
  try {
    return new TextDecoder(label)
  } catch {
    return undefined
  }
}

/** Decodes a text file, with line feeds alone between its lines. */
export function readText(
  bytes: Uint8Array,
  { contentType }: { readonly contentType?: string },
): string {
  return decodeText(bytes, declaredCharset(contentType)).replace(/\r\n?/g, '\n')
}

/** Returns the `charset` of a content type. */
export function declaredCharset(contentType = ''): string | undefined {
  return /charset\s*=\s*["']?([\w:.-]{1,40})/i.exec(contentType)?.[1]
}
