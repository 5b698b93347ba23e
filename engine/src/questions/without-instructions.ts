import { sentences } from '../text/sentences.ts'

const STATEMENTS =
  'statements?|balance sheets?|p&l|10-?k|filings?|information|details|analyst|annual report|perspective|exclusively|primarily'
/** Sentences that say how to answer, and ask nothing. */
const INSTRUCTION = new RegExp(
  `^(?:please\\s+)?(?:(?:answer|round|base|assume|respond|rely|note|define|treat|adopt|express|you are|we (?:need|want|are)|state your|report your|if we)\\b|(?:give|provide|use|using|refer|calculate|compute)\\b.*\\b(?:response|answer|${STATEMENTS})\\b)`,
  'i',
)
/** "By using the cash flow statement, what is …" */
const OPENING = new RegExp(
  `^[^?]*\\b(?:${STATEMENTS})\\b[^?]*?[,:]\\s+(?=(?:what|how|by how|does|did|is|was|which|roughly)\\b)`,
  'i',
)
/** "… according to the details in the income statement?" */
const CLOSING =
  /,?\s+(?:based on|using|by (?:using|relying on)|relying on|according to|as (?:shown|reported|stated) in|from|per)\s+(?:the\s+|its\s+)?[^?,]{0,60}\b(?:statements?|balance sheets?|p&l)\b[^?]*(?=\?)/i
const FORM_NOTE =
  /\s*\((?:answer\s+)?in (?:units of )?(?:usd|us|\$|percents?|millions?|billions?)[^()]*\)/gi
const PLAIN = /\b(?:unadjusted|year[- ]end(?= FY)|amount of|shown|reported amount of)\s+/gi

/** Reduces a question about a filing to the part that asks: without sentences that say where to look or how to round. */
export function withoutInstructions(question: string): string {
  const all = sentences(question).map(({ start, end }) => question.slice(start, end))
  const asking = all.filter(sentence => sentence.includes('?'))
  const others = all.filter(sentence => !sentence.includes('?'))
  // Where every other sentence is an instruction, the question is one about a filing.
  if (asking.length !== 1 || !others.every(one => INSTRUCTION.test(one))) return question
  return asking
    .join(' ')
    .replace(OPENING, '')
    .replace(CLOSING, '')
    .replace(FORM_NOTE, '')
    .replace(/%\s+margin/gi, 'margin')
    .replace(PLAIN, '')
    .trim()
}
