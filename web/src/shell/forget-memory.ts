const forgetters = new Set<() => void>()

/** Registers a function for `forgetMemory` to call. Returns a function that unregisters it. */
export function onForget(forget: () => void): () => void {
  forgetters.add(forget)
  return () => forgetters.delete(forget)
}

/** Removes all questions and results from the page's memory. */
export function forgetMemory(): void {
  for (const forget of forgetters) forget()
}
