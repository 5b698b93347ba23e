import { normaliseDomain } from '@footnote/contract/domain'
import { limits } from '@footnote/contract/limits'

interface DomainReading {
  readonly domains: readonly string[]
  /** The text left in the field. */
  readonly rest: string
  readonly error?: string
}

/** Adds typed or pasted domains to a list; a URL counts as its host. */
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
    return { domains: known, rest: text, error: `Enter at most ${limits.domainsPerList} domains.` }
  if (rest === '') return { domains: [...domains], rest }
  return {
    domains: [...domains],
    rest,
    error: 'Enter a domain such as example.com, or a suffix such as gov.',
  }
}

function hostOf(word: string): string {
  return (/^https?:\/\//i.test(word) ? URL.parse(word)?.hostname : undefined) ?? word
}
