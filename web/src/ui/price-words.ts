import type { Price } from '@footnote/contract/prices'

/** Unique id of a price. */
export function priceId({ tool, effort }: Pick<Price, 'tool' | 'effort'>): string {
  return effort === null ? tool : `${tool} ${effort}`
}
