/** A `ref` that focuses an element when it appears after an action. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
}
