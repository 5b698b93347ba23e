/** How somebody asks for an answer before asking, taken away one after the other. */
const OPENERS: readonly RegExp[] = [
  // In what form, before what: "Answer in German: What is …?"
  /^(?:please\s+)?(?:answer|respond|reply|write|say|explain)\b[^:?.!\n]{0,80}:\s+/i,
  /^(?:(?:hi|hello|hey|please|kindly|thanks|okay|ok)\b[\s,.!:]*){1,4}/i,
  /^(?:(?:can|could|would|will) you|(?:i'd|i would) like you to|i (?:want|need) you to)\b[\s,]*(?:please\b[\s,]*)?(?:kindly\s+)?/i,
  /^(?:tell|show|inform|give)\s+(?:me|us)\b[\s,]*(?:please\b[\s,]*)?(?=(?:about|what|who|which|when|where|why|how)\b)/i,
  /^let\s+(?:me|us)\s+know\b[\s,]*(?:please\b[\s,]*)?/i,
  /^(?:i|we)(?:'d|\s+would)?\s+(?:like|love|want|need)\s+to\s+(?:know|learn|find out|understand|hear)(?:\s+(?:about|more about))?\b[\s,]*/i,
  /^(?:i|we)\s+wonder\b[\s,]*|^i(?:'m|\s+am)\s+(?:wondering|curious)(?:\s+about)?\b[\s,]*/i,
  /^do you (?:happen to )?know\b[\s,]*(?=(?:what|who|which|when|where|why|how)\b)/i,
]
const REPORT =
  'report|briefing|brief|summary|overview|memo|essay|article|dossier|fact ?sheet|paragraph|write-up|introduction|analysis|profile'
/** A report on something asks for the thing. */
const REPORT_ON = new RegExp(
  `^(?:(?:write|prepare|create|produce|draft|compile|make|provide|give|generate|do)\\s+(?:(?:me|us)\\s+)?(?:an?\\s+|the\\s+)?(?:[\\p{L}-]+,?\\s+){0,3}?|(?:an?\\s+)?(?:(?:short|brief|detailed|full|quick)\\s+)?)(?:${REPORT})\\s+(?:on|about|of|regarding|covering|concerning|to|into)\\s+`,
  'iu',
)

/** What a sentence asks, without how it is asked for; as it is when nothing else would be left. */
export function stripRequest(sentence: string): string {
  const bare = [...OPENERS, REPORT_ON].reduce((text, opener) => {
    const rest = text.replace(opener, '')
    return /[\p{L}\p{N}]/u.test(rest) ? rest : text
  }, sentence)
  return bare
}
