/**
 * Focuses the page's heading if a navigation lost the focus, so that screen readers announce the
 * page and Tab continues from there.
 */
export function focusHeading(): void {
  const { activeElement, body } = document
  if (activeElement !== null && activeElement !== body) return
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}
