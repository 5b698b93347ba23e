import { plainLine, plainText } from '@footnote/contract/report/plain-text'
import { hostOf, webUrl } from '@footnote/contract/report/web-url'
import type { AnswerResult, Output } from '@footnote/contract/responses'
import { publisherOf } from './publisher.ts'

/** A source for display, with all of its texts sanitized. */
export interface Source {
  /** Citation number from 1; undefined for a page that was found but not cited. */
  readonly number: number | undefined
  /** The original address, shown if it is not a link. */
  readonly address: string
  readonly href: string | undefined
  readonly host: string | undefined
  /** The publisher's name, or the host. */
  readonly publisher: string | undefined
  readonly title: string
  readonly pageAge: string | undefined
  readonly excerpts: readonly string[]
}

interface Described {
  readonly url: string
  readonly title?: string | undefined
  readonly pageAge?: string | undefined
  readonly excerpts?: readonly string[] | undefined
}

function describe({ url, title = '', pageAge, excerpts = [] }: Described, number?: number): Source {
  const address = plainLine(url)
  const host = hostOf(url)
  const href = webUrl(url)
  return {
    number,
    address,
    href,
    host,
    publisher: href === undefined ? undefined : plainLine(publisherOf(href)),
    title: plainLine(title) || host || address || 'Untitled',
    pageAge: pageAge === undefined ? undefined : plainLine(pageAge) || undefined,
    excerpts: excerpts.map(excerpt => plainText(excerpt).trim()).filter(Boolean),
  }
}

/** The sources of a report, with the passages that it is based on. */
export function sourcesOfOutput({ sources, evidence = [] }: Output): Source[] {
  const bySource = Map.groupBy(evidence, ({ source }) => source)
  return sources.map((source, index) => {
    const quotes = (bySource.get(index + 1) ?? []).map(({ quote }) => quote)
    return describe({ ...source, excerpts: [...new Set(quotes)] }, index + 1)
  })
}

/**
 * The cited sources of an answer, with details from the search results, and the other pages found.
 */
export function sourcesOfAnswer({ citations, results }: AnswerResult): {
  readonly cited: readonly Source[]
  readonly alsoFound: readonly Source[]
} {
  const pages = new Map(results.web.map(page => [page.url, page]))
  const cited = citations.map(({ source, excerpts }, index) => {
    const page = pages.get(source)
    return describe(
      {
        url: source,
        title: page?.title,
        pageAge: page?.page_age,
        excerpts: excerpts.length > 0 ? excerpts : page?.snippets,
      },
      index + 1,
    )
  })
  const citedUrls = new Set(citations.map(({ source }) => source))
  const alsoFound = results.web
    .filter(({ url }) => !citedUrls.has(url))
    .map(({ url, title, snippets, page_age }) =>
      describe({ url, title, pageAge: page_age, excerpts: snippets }),
    )
  return { cited, alsoFound }
}
