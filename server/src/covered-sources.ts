import { engineSettings } from '@footnote/platform/engine-settings'
import type { Config } from './config.ts'

const PROVIDER = 'The public web, as searched by this service’s research provider.'
const LIBRARY =
  'A library of documents. It starts with The World Factbook of November 2015, which the operator may extend or replace.'

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
