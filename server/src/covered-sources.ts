import { engineSettings } from '@footnote/platform/engine-settings'
import type { Config } from './config.ts'

const PROVIDER = 'The public web, as searched by this service’s research provider.'
const LIBRARY =
  'A library of facts and documents: countries (The World Factbook of January 2026), figures that US companies filed with the SEC until mid 2026, GDP and population by year, Nobel prizes, football tournaments, US officeholders and the S&P 500. The operator may have added or removed some.'

/** Describes this service's sources for its customers, from its settings and not from its documents. */
export function coveredSources({
  upstream,
  engine,
}: Pick<Config, 'upstream' | 'engine'>): readonly string[] {
  if (upstream) return [PROVIDER]
  const outside = engineSettings.flatMap(({ name, source }) =>
    source === undefined || engine.environment[name] === undefined ? [] : source,
  )
  return [LIBRARY, ...new Set(outside)]
}
