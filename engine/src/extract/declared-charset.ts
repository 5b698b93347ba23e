/** The `charset` of a content type. */
export function declaredCharset(contentType = ''): string | undefined {
  return /charset\s*=\s*["']?([\w:.-]{1,40})/i.exec(contentType)?.[1]
}
