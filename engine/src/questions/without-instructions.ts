import { sentences } from '../text/sentences.ts'

const STATEMENTS =
  'statements?|balance sheets?|p&l|10-?k|filings?|information|details|analyst|annual report|perspective|exclusively|primarily'
/** Sentences that say how to answer, and ask nothing. */
const INSTRUCTION = new RegExp(
  `^(?:please\\s+)?(?:(?:answer|round|base|assume|respond|rely|note|define|treat|adopt|express|you are|we (?:need|want|are)|state your|report your|if we)\\b|(?:give|provide|use|using|refer|calculate|compute)\\b.*\\b(?:response|answer|${STATEMENTS})\\b)`,
  'i',
)
/** "By using the cash flow statement, what is …", but not "From Boeing's 10-K, what was its revenue?" */
const OPENING =
  /^[^?]*\b(?:statements?|balance sheets?|p&l|10-?k|filings?|annual report)\b[^?]*?[,:]\s+(?=(?:what|how|by how|does|did|is|was|which|roughly)\b(?!.*\b(?:its?|they|their|there)\b))/i
/** "… according to the details in the income statement?" */
const CLOSING =
  /,?\s+(?:based on|using|by (?:using|relying on)|relying on|according to|as (?:shown|reported|stated) in|from|per)\s+(?:the\s+|its\s+)?[^?,]{0,60}\b(?:statements?|balance sheets?|p&l)\b[^?]*(?=\?)/i
const FORM_NOTE =
  /\s*\((?:answer\s+)?in (?:units of )?(?:usd|us|\$|percents?|millions?|billions?)[^()]*\)/gi
const PLAIN = /\b(?:unadjusted|year[- ]end(?= FY)|amount of|shown|reported amount of)\s+/gi

/** Reduces a question about a filing to the part that asks: without sentences that say where to look or how to round. */
export function withoutInstructions(question: string): string {
  const all = sentences(question).map(({ start, end }) => question.slice(start, end))
  const [asking, ...more] = all.filter(sentence => sentence.includes('?'))
  const others = all.filter(sentence => !sentence.includes('?'))
  // Only questions about filings have nothing but instructions beside them.
  if (!asking || more.length > 0 || !others.every(one => INSTRUCTION.test(one))) return question
  return asking
    .replace(OPENING, '')
    .replace(CLOSING, '')
    .replace(FORM_NOTE, '')
    .replace(/%\s+margin/gi, 'margin')
    .replace(PLAIN, '')
    .trim()
}
