import type { Config } from './config.ts'

const PROVIDER = 'The public web, as far as the research provider behind this service searches it.'
const LIBRARY =
  'A library of documents. It starts with The World Factbook of November 2015, and whoever runs the service can add to it or replace it.'
const WEB = 'The public web, through a search service.'
const OUTSIDE: Readonly<Record<string, string>> = {
  FOOTNOTE_SEARXNG_URL: WEB,
  FOOTNOTE_BRAVE_KEY: WEB,
  FOOTNOTE_YOU_KEY: WEB,
  FOOTNOTE_WIKIPEDIA_URL: 'Wikipedia.',
  FOOTNOTE_EDGAR_URL: 'Company filings with the US Securities and Exchange Commission (SEC EDGAR).',
}

/** The sources of this service, for its customers: derived from its settings, not from its documents. */
export function coveredSources({
  upstream,
  engine,
}: Pick<Config, 'upstream' | 'engine'>): readonly string[] {
  if (upstream) return [PROVIDER]
  const outside = Object.entries(OUTSIDE).flatMap(([name, source]) =>
    engine.environment[name] === undefined ? [] : source,
  )
  return [LIBRARY, ...new Set(outside)]
}
