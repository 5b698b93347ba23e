import type { Span } from '../span.ts'

/** Replaces the spans, which must be in order, with spaces. */
export function blankOut(text: string, spans: readonly Span[]): string {
  let blanked = ''
  let at = 0
  for (const { start, end } of spans) {
    if (start < at) continue
    blanked += text.slice(at, start) + ' '.repeat(end - start)
    at = end
  }
  return blanked + text.slice(at)
}
