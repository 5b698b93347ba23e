import rules from '../../data/noun-phrases.json' with { type: 'json' }

const RULES = rules.map(
  ([pattern = '', phrase = '']) => [new RegExp(pattern, 's'), phrase] as const,
)
/** In characters; a pattern takes long over a longer question. */
const LONGEST = 600
/** A question that follows a list names all of it. */
const LONG_LIST = /(?<=\bof )(?:\p{Lu}[^,?]{1,40}, ){4,}[^,?]{1,40}? and (?:\p{Lu}\S* ?)+(?<! )/u

/** Names the thing that a question asks for: "water withdrawal of Egypt". */
export function nameQuestion(question: string): string {
  const bare = question.trim().replace(/[?.!]+$/, '')
  if (bare.length > LONGEST) return bare
  const [pattern, phrase = ''] = RULES.find(([one]) => one.test(bare)) ?? []
  return (pattern ? bare.replace(pattern, phrase) : bare).replace(LONG_LIST, 'them')
}
