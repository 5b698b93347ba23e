/** Returns whether a text contains one of the answers word for word. */
export function containsAnswer(text: string, answers: readonly string[]): boolean {
  const all = ` ${wordsOf(text).join(' ')} `
  return answers.some(answer => all.includes(` ${wordsOf(answer).join(' ')} `))
}

/** Lower case, without articles and citation markers. Punctuation separates words, so that 2008's contains 2008. */
function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/\[\[\d+\]\]/g, ' ')
    .replace(/[\p{P}\p{S}]/gu, ' ')
    .split(/\s+/)
    .filter(word => word !== '' && !/^(?:a|an|the)$/.test(word))
}
