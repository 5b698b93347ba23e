/** Latin text has about four characters per token; tables, figures and other scripts have fewer. */
const CHARACTERS_PER_TOKEN = 3

/** Overestimates, because no tokenizer fits every model. */
export function estimateTokens(text: string): number {
  let wide = 0
  for (const character of text) if (character > '\u2e7f') wide += 1
  return Math.ceil((text.length - wide) / CHARACTERS_PER_TOKEN) + wide * 2
}
