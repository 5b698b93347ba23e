import { normaliseDomain } from '@footnote/contract/domain'
import { limits } from '@footnote/contract/limits'

interface DomainReading {
  readonly domains: readonly string[]
  /** What is left in the field, and why. */
  readonly rest: string
  readonly error?: string
}

/** Adds what was typed or pasted, one or many, to a list; an address counts as its host. */
export function readDomains(text: string, known: readonly string[]): DomainReading {
  const domains = new Set(known)
  const unread: string[] = []
  for (const word of text.split(/[\s,;]+/).filter(Boolean)) {
    const domain = normaliseDomain(hostOf(word))
    if (domain === undefined) unread.push(word)
    else domains.add(domain)
  }
  const rest = unread.join(' ')
  if (domains.size > limits.domainsPerList)
    return { domains: known, rest: text, error: `At most ${limits.domainsPerList} in one list.` }
  if (rest === '') return { domains: [...domains], rest }
  return {
    domains: [...domains],
    rest,
    error: 'Write a host name such as example.com or an ending such as gov.',
  }
}

function hostOf(word: string): string {
  return (/^https?:\/\//i.test(word) ? URL.parse(word)?.hostname : undefined) ?? word
}
