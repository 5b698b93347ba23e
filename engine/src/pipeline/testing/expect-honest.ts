import { expect } from 'vitest'
import type { ResearchResult } from '../../research.ts'
import type { OutsideScene } from './outside-scene.ts'

const MODEL_NOTE = /^\*(?:Written by a language model|Von einem Sprachmodell)[^\n]*\*$/m
const RULES_NOTE = /^\*Extractive:[^\n]*\*$/m

interface Honesty {
  /** Who wrote the report, as its note must say. */
  readonly author: 'model' | 'rules'
  /** Figures that code calculated, and no source has. */
  readonly calculated?: readonly string[]
  /** Figures of filings are written in millions, and their days in words. */
  readonly isOfFilings?: boolean
}

/** What must be true of every report, whatever the model, the search and the pages did. */
export function expectHonest(
  { content, sources }: ResearchResult,
  scene: Pick<OutsideScene, 'site' | 'edgar'>,
  { author, calculated = [], isOfFilings = false }: Honesty,
): void {
  if (typeof content !== 'string') throw new Error('it is no report')
  expectServed(sources, scene)
  const markers = [...content.matchAll(/\[\[([\d, ]+)\]\]/g)].flatMap(([, numbers = '']) =>
    numbers.split(', ').map(Number),
  )
  const numbers = [...new Set(markers)].toSorted((one, other) => one - other)
  expect(numbers).toEqual(sources.map((_, at) => at + 1))
  expect(content).not.toMatch(/think>|https?:|www\.|\[E\d|\[F\d|```/i)
  expect(MODEL_NOTE.test(content)).toBe(author === 'model')
  expect(RULES_NOTE.test(content)).toBe(author === 'rules')
  const written = content
    .replace(MODEL_NOTE, '')
    .replace(RULES_NOTE, '')
    .replace(/\[\[[\d, ]+\]\]/g, '')
  const said = sources.flatMap(({ title, excerpts }) => [title, ...excerpts]).join('\n')
  const plain = isOfFilings ? withoutScale : (figure: string) => figure
  const known = new Set([...figuresOf(said), ...calculated].map(plain))
  expect(figuresOf(written).filter(figure => !known.has(plain(figure)))).toEqual([])
  const quotations = [...written.matchAll(/["“]([^"”\n]+)["”]/g)].map(([, text = '']) => text)
  expect(quotations.filter(text => !said.includes(text))).toEqual([])
}

/** Each source is a page that was really fetched, and its excerpts stand in it. */
export function expectServed(
  sources: ResearchResult['sources'],
  { site, edgar }: Pick<OutsideScene, 'site' | 'edgar'>,
): void {
  expect(sources.length).toBeGreaterThan(0)
  const filings = sources.filter(({ url }) => url.startsWith(`${edgar.url}/Archives/`))
  for (const { url, excerpts } of sources.filter(source => !filings.includes(source))) {
    const { origin, pathname } = new URL(url)
    expect(origin).toBe(site.url)
    expect(site.requests.map(({ path }) => path)).toContain(pathname)
    const page = site.pages[pathname]
    const text = page && 'text' in page ? page.text : ''
    for (const excerpt of excerpts) expect(text).toContain(excerpt)
  }
}

function figuresOf(text: string): string[] {
  return text.match(/\d(?:[\d,.]*\d)?/g) ?? []
}

/** 383,285 million is 383,285,000,000, and 3 November the 03 of a date. */
function withoutScale(figure: string): string {
  return figure.replace(/[,.]/g, '').replace(/^0+|0+$/g, '')
}
