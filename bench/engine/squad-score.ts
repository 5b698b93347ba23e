/** The usual scoring of short answers, as for SQuAD: the best over the answers that count as right. */
export function scorePhrase(
  given: string,
  answers: readonly string[],
): { exactMatch: number; f1: number } {
  const scores = answers.map(answer => compare(wordsOf(given), wordsOf(answer)))
  return {
    exactMatch: Math.max(0, ...scores.map(({ exactMatch }) => exactMatch)),
    f1: Math.max(0, ...scores.map(({ f1 }) => f1)),
  }
}

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

function compare(given: readonly string[], gold: readonly string[]) {
  const left = [...gold]
  let shared = 0
  for (const word of given) {
    const at = left.indexOf(word)
    if (at === -1) continue
    left.splice(at, 1)
    shared += 1
  }
  const exactMatch = given.join(' ') === gold.join(' ') ? 1 : 0
  return { exactMatch, f1: shared === 0 ? exactMatch : (2 * shared) / (given.length + gold.length) }
}
