/**
 * Replaces a field's text as if it were typed, so that undo works. Only the part that differs is
 * touched, and the field fires its usual events.
 */
export function replaceText(field: HTMLTextAreaElement, text: string): void {
  const { value } = field
  const { start, end } = findDifference(value, text)
  field.focus()
  if (value === text) return
  field.setSelectionRange(start, value.length - end)
  const added = text.slice(start, text.length - end)
  // Deprecated, but nothing else supports undo.
  if (added === '') document.execCommand('delete')
  else document.execCommand('insertText', false, added)
}

/** Numbers of characters two texts share at their start and, beyond those, at their end. */
export function findDifference(before: string, after: string): { start: number; end: number } {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start += 1
  let end = 0
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return { start, end }
}
