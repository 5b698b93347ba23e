/** Whether a text says one of the answers, word for word. */
export function containsAnswer(text: string, answers: readonly string[]): boolean {
  const all = ` ${wordsOf(text).join(' ')} `
  return answers.some(answer => all.includes(` ${wordsOf(answer).join(' ')} `))
}

/** Lower case, no articles, no citation markers; punctuation parts words, so that 2008's says 2008. */
function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/\[\[\d+\]\]/g, ' ')
    .replace(/[\p{P}\p{S}]/gu, ' ')
    .split(/\s+/)
    .filter(word => word !== '' && !/^(?:a|an|the)$/.test(word))
}
