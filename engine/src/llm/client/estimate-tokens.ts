/** Latin text has about four characters to a token; tables, figures and other tongues have fewer. */
const CHARACTERS_PER_TOKEN = 3

/** No tokeniser is right for every model: rather too many than too few. */
export function estimateTokens(text: string): number {
  let wide = 0
  for (const character of text) if (character > '\u2e7f') wide += 1
  return Math.ceil((text.length - wide) / CHARACTERS_PER_TOKEN) + wide * 2
}
