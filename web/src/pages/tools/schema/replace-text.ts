/**
 * Writes into a field as if it were typed, so that the browser's undo brings back what stood there. Only
 * the part that differs is touched. The field tells of the change as it does of any other.
 */
export function replaceText(field: HTMLTextAreaElement, text: string): void {
  const { value } = field
  const { start, end } = findDifference(value, text)
  field.focus()
  if (value === text) return
  field.setSelectionRange(start, value.length - end)
  const added = text.slice(start, text.length - end)
  // Deprecated in name alone: nothing else writes what can be undone.
  if (added === '') document.execCommand('delete')
  else document.execCommand('insertText', false, added)
}

/** How many characters two texts share at their beginning and, apart from those, at their end. */
export function findDifference(before: string, after: string): { start: number; end: number } {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start += 1
  let end = 0
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return { start, end }
}
