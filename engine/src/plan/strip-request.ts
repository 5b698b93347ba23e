import { findNames } from '../text/find-names.ts'

/** The form of the answer, before the question: "Answer in German: What is …?" */
const FORM = /^(?:answer|respond|reply|write|say|explain)\b[^:?.!\n]{0,80}:\s+/i
const GREETING = /^(?:(?:hi|hello|hey|please|kindly|thanks|okay|ok)\b[\s,.!:]*){1,4}/i
/** How somebody asks for an answer before asking, taken away one after the other. */
const OPENERS: readonly RegExp[] = [
  /^(?:(?:can|could|would|will) you|(?:i'd|i would) like you to|i (?:want|need) you to)\b[\s,]*(?:please\b[\s,]*)?(?:kindly\s+)?/i,
  /^(?:tell|show|inform|give)\s+(?:me|us)\b[\s,]*(?:please\b[\s,]*)?(?=(?:about|what|who|which|when|where|why|how)\b)/i,
  /^let\s+(?:me|us)\s+know\b[\s,]*(?:please\b[\s,]*)?/i,
  /^(?:i|we)(?:'d|\s+would)?\s+(?:like|love|want|need)\s+to\s+(?:know|learn|find out|understand|hear)(?:\s+(?:about|more about))?\b[\s,]*/i,
  /^(?:i|we)\s+wonder\b[\s,]*|^i(?:'m|\s+am)\s+(?:wondering|curious)(?:\s+about)?\b[\s,]*/i,
  /^do you (?:happen to )?know\b[\s,]*(?=(?:what|who|which|when|where|why|how)\b)/i,
]
const REPORT =
  'report|briefing|brief|summary|overview|memo|memorandum|essay|article|dossier|fact ?sheet|one-pager|paragraph|write-up|introduction|analysis|profile'
const ORDER =
  "(?:write|prepare|create|produce|draft|compile|make|provide|give|generate|do|(?:i|we)(?:'d|\\s+would)?\\s+(?:like|want|need))\\s+(?:(?:me|us)\\s+)?"
/** A report on something asks for the thing. */
const REPORT_ON = new RegExp(
  `^(?:${ORDER}(?:an?\\s+|the\\s+)?(?:[\\p{L}\\p{N}-]+,?\\s+){0,4}?|(?:an?\\s+)?(?:(?:short|brief|detailed|full|quick|country)\\s+)?)(?:${REPORT})\\s+(?:on|about|of|regarding|covering|concerning|to|into)\\s+`,
  'iu',
)
const READER =
  'audience|beginners?|board|boss|class|clients?|colleagues?|committee|customers?|executives?|founders?|investors?|journalists?|leaders?|managers?|management|meeting|ministers?|newcomers?|presentation|professors?|readers?|school|students?|teachers?|team|tourists?|travell?ers?'
/** The readers of a report are not search terms: "on Estonia for an investor: its economy". */
const READERS = new RegExp(
  `\\s+for\\s+(?:(?:an?|the|our|my|your|their)\\s+)?(?:[\\p{L}’'-]+\\s+){0,3}?(?:${READER})(?=\\s*:)|` +
    `\\s+for\\s+(?:an?|the|our|my|your|their)\\s+(?:[\\p{L}’'-]+\\s+){0,3}?(?:${READER})(?=\\s*(?:[.,;!?]|$))`,
  'iu',
)
/** The contents of a report, listed after the sentence that names its subject. */
const COVER = /^(?:[Cc]over|[Ff]ocus on)\s+(?:the\s+|its\s+|their\s+)?(?=\p{Ll}|\p{Lu}{2})/u

/** What a sentence asks, without how it is asked for; as it is when nothing else would be left. */
export function stripRequest(sentence: string): string {
  const bare = OPENERS.reduce(without, withoutForm(without(sentence, GREETING)))
  if (COVER.test(bare)) return bare.replace(COVER, 'its ')
  return REPORT_ON.test(bare) ? without(bare, REPORT_ON).replace(READERS, '') : bare
}

/** Returns whether a sentence asks for something in words that `stripRequest` removes. */
export function isRequest(sentence: string): boolean {
  const bare = without(sentence, GREETING)
  return [...OPENERS, REPORT_ON, COVER].some(opener => opener.test(bare))
}

/** Keeps a form that names the subject: "Write about Estonia: its economy". */
function withoutForm(sentence: string): string {
  const form = FORM.exec(sentence)?.[0].replace(/\bin (?:\p{Ll}+ )?\p{Lu}\p{L}+/u, '') ?? ''
  const isForm =
    findNames(form.toLowerCase().slice(0, 1) + form.slice(1)).length === 0 && !REPORT_ON.test(form)
  return isForm ? without(sentence, FORM) : sentence
}

function without(text: string, opener: RegExp): string {
  const rest = text.replace(opener, '')
  return /[\p{L}\p{N}]/u.test(rest) ? rest : text
}
