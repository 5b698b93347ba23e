/** Decodes percent-encoding; returns a text as it is if a percent sign in it escapes nothing. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
