const NAME = 'history'

/** Returns whether the reader switched the history off in this browser. */
export function isOptedOut(): boolean {
  try {
    return localStorage.getItem(NAME) === 'off'
  } catch {
    return false
  }
}

export function optOut(isOut: boolean): void {
  try {
    if (isOut) localStorage.setItem(NAME, 'off')
    else localStorage.removeItem(NAME)
  } catch {
    // A browser that blocks storage has no history either.
  }
}
