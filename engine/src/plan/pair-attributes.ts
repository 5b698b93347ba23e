import type { MentionedSubject } from './find-subjects.ts'
import { rephrase } from './rephrase.ts'
import { splitAttributes } from './split-attributes.ts'

export interface AttributeOfSubject {
  readonly subject: MentionedSubject
  readonly attribute: string
}

const JOINT = /\s*[,;]\s*(?:and\s+)?|\s+(?:and|as well as)\s+/gi

/**
 * What is asked of each subject where every one has something of its own: "the area of _ and the
 * population of _". Undefined where any shares with another what is asked.
 */
export function pairAttributes(
  clause: string,
  subjects: readonly MentionedSubject[],
): AttributeOfSubject[] | undefined {
  if (subjects.length < 2) return undefined
  const pairs: AttributeOfSubject[] = []
  let from = 0
  for (const [at, subject] of subjects.entries()) {
    const { mention, start } = subject
    // One that an earlier clause named stands nowhere in this one.
    if (start < from || !clause.startsWith(mention, start)) return undefined
    const end = start + mention.length
    const next = subjects[at + 1]
    const joints = Array.from(clause.slice(end, next?.start).matchAll(JOINT))
    const [joint] = joints
    // One joint leads to the next subject; what another one leads to may be an unknown subject.
    if (joints.length !== (next ? 1 : 0)) return undefined
    const until = joint ? end + joint.index : clause.length
    const asked = splitAttributes(rephrase(clause.slice(from, until)), [mention])
    const [attribute] = asked.attributes
    if (attribute === undefined || asked.attributes.length > 1 || asked.strangers.length > 0) {
      return undefined
    }
    // "The GDP of _ and _ in 2013": a year is nothing of its own.
    if (!/\p{L}/u.test(attribute)) return undefined
    pairs.push({ subject, attribute })
    from = joint ? until + joint[0].length : clause.length
  }
  const different = new Set(pairs.map(({ attribute }) => attribute.toLowerCase()))
  return different.size === pairs.length ? pairs : undefined
}
