/** As a `ref`: what has just come into the page because of an action takes the focus. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
}
