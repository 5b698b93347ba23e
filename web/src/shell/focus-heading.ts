/**
 * Where a navigation has left the focus nowhere, the page's heading takes it, so that a screen reader
 * tells where one is and Tab goes on from there.
 */
export function focusHeading(): void {
  const { activeElement, body } = document
  if (activeElement !== null && activeElement !== body) return
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}
