const forgetters = new Set<() => void>()

/** Has something forget what it knows when all is to be forgotten; gives what ends that. */
export function onForget(forget: () => void): () => void {
  forgetters.add(forget)
  return () => forgetters.delete(forget)
}

/** Nothing that was asked or answered stays in the page, nor what would hold up leaving it. */
export function forgetMemory(): void {
  for (const forget of forgetters) forget()
}
