const MOST_CHARACTERS = 4_000

/** Text from elsewhere as a message may show it: of bounded length, and nothing but characters and lines. */
export function plainText(text: string): string {
  return text.slice(0, MOST_CHARACTERS).replaceAll(/[^\P{C}\n]/gu, ' ')
}
