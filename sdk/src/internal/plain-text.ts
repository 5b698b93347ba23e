const MOST_CHARACTERS = 4_000

/** Makes untrusted text safe for a message: limits its length and removes control characters. */
export function plainText(text: string): string {
  return text.slice(0, MOST_CHARACTERS).replaceAll(/[^\P{C}\n]/gu, ' ')
}
