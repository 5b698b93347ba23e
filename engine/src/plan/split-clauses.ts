import { findNames } from '../text/find-names.ts'
import { lines, sentences } from '../text/sentences.ts'

const MOST_CLAUSES = 100
const BULLET = /^\s*(?:[-*•–]|\(?(?:\d{1,2}|[a-z])[.)])\s+/
const ASKING = '(?:what|who|where|when|how)s?|whom|whose|why'
const REQUEST =
  'compare|contrast|list|name|give|find|describe|explain|summari[sz]e|outline|tell|show|report|identify|calculate|compute|assess|analy[sz]e|discuss|determine|research|rank|say|state'
const ASKS = new RegExp(
  `^(?:and |also |please |then )*(?:${ASKING}|which|is|are|was|were|does|do|did|can|could|has|have|${REQUEST})\\b`,
  'i',
)
/** A second question without a verb, and a judgement that no figure gives. */
const FRAGMENT =
  '(?:did|does|do|has|have|is|are|was|were) (?:it|they|there|he|she)|their (?=[a-z ]{3,40}[?.!]*$)|which (?:one )?the|which of (?:them|these|those)|(?:the )?(?:lowest|highest|smallest|largest|biggest|shortest|longest|richest|poorest|oldest|youngest|(?:most|least) populous)(?=\\W*$)|since when|for what|(?:before|after)(?: (?:him|her|that))?(?=\\W*$)|(?:against|by) whom|by how much|in (?:which|what) years?|(?:its|their) (?:(?:main|key|biggest|major|economic) )*(?:strengths|weaknesses|risks|challenges|opportunities|prospects)'
const OPENS_FRAGMENT = new RegExp(`^(?:${FRAGMENT})\\b`, 'i')
/** Asks for the measure of the words before it: "… and what is it now?" */
const ELLIPSIS =
  '(?:which|who|what|how)(?: one)?(?: of them)? (?:does (?:that|this|it) compare|is (?:it|that) (?:now|today|currently))\\b'
const PEOPLE = '(?:wo)?men|girls|boys|(?:fe)?males?'
/** The place inside a sentence at which a second question may begin; ", which" continues the first. */
const JOINT = new RegExp(
  `(?:,\\s*|\\s+)(?:and(?:\\s+also)?|also|plus)\\s+(?=(?:does|did|do)\\s+\\w|(?:is|are|was|were|has|have)\\s+(?:it|they|he|she|there|the|(?-i:[A-Z])))|(?:[,;]\\s*(?:and|as well as)\\s+|;\\s*|\\s+(?:and|as well as)\\s+)(?!${ELLIPSIS})(?=(?:also\\s+)?(?:${ASKING}|which|${REQUEST}|${FRAGMENT})\\b)|\\s+and\\s+(?=their\\s+(?!neighbou?rs|own\\b)[a-z][a-z ]{2,40}[?.!]*$)|(?<!\\b(?:${PEOPLE})\\b.*)(?:,|\\s+and|,\\s*and)\\s+(?=(?:(?:for|of|among)\\s+)?(?:${PEOPLE})[?.!]*$)|,\\s*(?=(?:is|are|was|were|has|have|did|does|do) (?:it|they)\\b)|(?<=\\b(?:is|are|has|have|did) (?:it|they)\\b[^,?]*),?\\s+and\\s+(?=how (?:does|do|did) (?:it|they|that|this) compare (?:with|to)\\b)|,\\s*(?=(?:${ASKING}|since when|against whom|which (?:sector|industry))\\b)|(?:[?!]+|(?<=[a-z\\d]{2})\\.)\\s+(?:and\\s+)?(?=(?:${ASKING}|which|is|are|was|were|does|do|did|${FRAGMENT})\\b)`,
  'i',
)
/** "… and say which is the largest". */
const SAYS = /^(?:say|state|tell me)\s+(?=(?:which|what|who|whom|how|where|when|whether)\b)/i
/** "When and where was it founded?", "founded when and where": each of the two asks about the same. */
const BOTH =
  /^(?<first>when|where)\s+and\s+(?<second>when|where)\s+(?<same>.{4,})$|^(?<said>.{4,}?),?\s+(?<one>when|where)\s+and\s+(?<other>when|where)\W*$/i
/** "When it rains, what happens?" does not begin with a question. */
const SUBORDINATE =
  /^(?:when|where|while|if|as|after|before)\s+(?!(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)\b)/i
/** A sentence about the form of the answer. */
const INSTRUCTION =
  /^(?:please\s+)?(?:answer|respond|reply|write|be|use|keep|cite|include|avoid|do not|don't|format|return)\b/i

const QUESTION_MARK = /\?["”’)\]]*$/
/** A question with such a word and no name is about what was said before it. */
const NEEDS_SCENE =
  /\b(?:which one|it|its|they|them|their|there|that|this|those|these|i|my|we|our)\b/i
const LONGEST_SCENE = 200
/** In characters. A longer text without a full stop is no question in parts, and would take long to split. */
const LONGEST_SENTENCE = 1_000

const GREETING =
  /^(?:(?:(?:hi|hello|hey)(?: there)?|good (?:morning|afternoon|evening|day)|please|kindly|thanks|okay|ok|(?:(?:a|one|just a) )?(?:quick|simple|short) (?:question|one)|just curious|btw|by the way)\b[\s,.!:-]*){1,4}/i
/** Begins where the signs before it do: from each of many signs, it would read the rest again. */
const CLOSING =
  /(?<![\s,.!;-])[\s,.!;-]*\b(?:pl[sz]|please|thx|asap|(?:many )?thanks|thank you)(?: (?:a lot|so much|very much|in advance))?[\s.!]*$/i
/** Polite words before a request, removed one after the other. */
const OPENERS: readonly RegExp[] = [
  /^(?:answer|respond|reply|write|say|explain)\b(?![^:]*\b(?:about|on)\b)[^:?.!\n]{0,80}:\s+/i,
  /^(?:(?:can|could|would|will) you|(?:i'd|i would) like you to|i (?:want|need) you to)\b[\s,]*(?:please\b[\s,]*)?/i,
  /^(?:tell|show|inform|give)\s+(?:me|us)\b[\s,:]*(?:please\b[\s,]*)?(?=(?:about|(?:what|who|where|how)s?|which|when|why|is|are|was|were|does|did|has|have)\b)/i,
  /^(?:let\s+(?:me|us)\s+know|(?:i|we)\s+wonder|i(?:'m|\s+am)\s+(?:wondering|curious)(?:\s+about)?)\b[\s,]*/i,
  /^(?:i|we)(?:'d|\s+would)?\s+(?:like|love|want|need)\s+to\s+(?:know|learn|find out|understand|hear)(?:\s+(?:about|more about))?\b[\s,:]*/i,
  /^do you (?:happen to )?know\b[\s,]*(?=(?:what|who|which|when|where|why|how)\b)/i,
]
/** "Write a short report on" asks for what follows. */
const REPORT_ON =
  /^(?:(?:write|prepare|create|produce|draft|compile|make|provide|give|generate|do|(?:i|we)(?:'d|\s+would)?\s+(?:like|want|need))\s+(?:(?:me|us)\s+)?(?:an?\s+|the\s+)?(?:[\p{L}\p{N}-]+,?\s+){0,4}?|(?:an?\s+)?(?:(?:short|brief|detailed|full|quick|country)\s+)?)(?:report|briefing|brief|summary|overview|memo|essay|article|dossier|fact ?sheet|one-pager|paragraph|write-up|introduction|analysis|profile)\s+(?:on|about|of|regarding|covering|concerning|to|into)\s+/iu
/** The readers of a report are no search terms: "on Estonia for an investor: its economy". */
const READERS =
  /\s+for\s+(?:(?:an?|the|our|my|your|their)\s+)?\p{L}+(?:\s+\p{L}+)?(?=\s*:)|\s+for\s+(?:an?|the|our|my|your|their)\s+\p{L}+(?=\s*(?:[.,;!?]|$))/iu
/** The contents of a report, listed after the sentence that names its subject. */
const COVER =
  /^(?:[Cc]over|[Cc]onsider|[Ff]ocus on|[Ll]ook at|[Ii]nclude)\s+(?!.*\b(?:sources?|citations?|links?|references|tables?|charts?)\b)(?:the\s+|its\s+|their\s+)?(?=\p{Ll}|\p{Lu}{2})/u

/** A question as it was meant, without a greeting, thanks, and "can you tell me" before what it asks. */
export function withoutCourtesies(input: string): string {
  const bare = without(input.trim().replace(CLOSING, ''), GREETING)
  // A language model needs the form that the first opener asks for: "Answer in two sentences: …".
  const asked = OPENERS.slice(1).reduce(without, bare)
  const said = asked !== bare && ASKS.test(asked) ? asked : bare
  return /[\p{L}\p{N}]/u.test(said) ? said : input
}

/**
 * Splits a request into its questions. Text that only sets the scene is left out if anything else
 * asks something.
 */
export function splitClauses(input: string): string[] {
  const pieces = readSentences(input)
  const asking = pieces.filter(({ isAsked }) => isAsked)
  const chosen = [asking, pieces].find(({ length }) => length > 0) ?? [{ text: input }]
  return chosen
    .flatMap(({ text }) => splitSentence(text))
    .map(clause => clause.replace(SAYS, '').trim())
    .filter(clause => /[\p{L}\p{N}]/u.test(clause))
    .slice(0, MOST_CLAUSES)
}

/**
 * Returns the sentences before the first question that set its scene, if it needs them: "My proxy
 * compresses replies. Which header stops that?"
 */
export function findScene(input: string): string | undefined {
  const pieces = readSentences(input)
  const at = pieces.findIndex(({ isAsked }) => isAsked)
  const asked = pieces[at]?.text ?? ''
  if (!NEEDS_SCENE.test(asked) || findNames(asked).length > 0) return undefined
  const scene = pieces
    .slice(0, at)
    .map(({ text }) => text)
    .join(' ')
  return scene === '' || scene.length > LONGEST_SCENE ? undefined : scene
}

function readSentences(input: string): { readonly text: string; readonly isAsked: boolean }[] {
  const written = lines(input).flatMap(({ start, end }) => {
    const line = input.slice(start, end)
    const isBullet = BULLET.test(line)
    const text = line.replace(BULLET, '')
    return sentences(text).map(span => ({ text: text.slice(span.start, span.end), isBullet }))
  })
  return written
    .map(piece => ({ ...piece, text: without(piece.text, GREETING) }))
    .map(({ text, isBullet }) => {
      const bare = stripRequest(text)
      return {
        text: bare,
        isAsked:
          isBullet ||
          bare !== text ||
          ASKS.test(text) ||
          ASKS.test(bare) ||
          QUESTION_MARK.test(bare),
      }
    })
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text) && !INSTRUCTION.test(text))
}

function splitAtJoints(sentence: string): string[] {
  return sentence.length > LONGEST_SENTENCE ? [sentence] : sentence.split(JOINT)
}

/** "After the war, what happened?" is one question: both sides of a joint must ask something. */
function splitSentence(sentence: string): string[] {
  const { first, second, same, said, one, other } = BOTH.exec(sentence)?.groups ?? {}
  if (first && second) return [`${first} ${same}`, `${second} ${same}`]
  if (one && other) return [`${one} ${said}`, `${other} ${said}`]
  const pieces: string[] = []
  const asks = (one: string) => OPENS_FRAGMENT.test(one) || ASKS.test(one)
  for (const piece of splitAtJoints(sentence)) {
    const previous = pieces.at(-1)
    const isFragment = OPENS_FRAGMENT.test(piece)
    if (previous === undefined || isFragment || (asks(previous) && !SUBORDINATE.test(previous)))
      pieces.push(piece)
    else
      pieces.splice(
        -1,
        1,
        sentence.slice(sentence.indexOf(previous), sentence.indexOf(piece) + piece.length),
      )
  }
  return pieces
}

function stripRequest(sentence: string): string {
  const bare = OPENERS.reduce(without, sentence)
  if (COVER.test(bare)) return bare.replace(COVER, 'their ')
  return REPORT_ON.test(bare) ? without(bare, REPORT_ON).replace(READERS, '') : bare
}

function without(text: string, opener: RegExp): string {
  const rest = text.replace(opener, '')
  return /[\p{L}\p{N}]/u.test(rest) ? rest : text
}
