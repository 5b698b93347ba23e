import { changing, open, pick, replaceOne, type Strategy } from './strategy.ts'

const SYNONYMS: Readonly<Record<string, string>> = {
  began: 'started',
  located: 'situated',
  large: 'big',
  many: 'numerous',
  primarily: 'mainly',
  approximately: 'about',
  established: 'founded',
  various: 'several',
  additional: 'further',
  built: 'constructed',
  often: 'frequently',
  because: 'since',
  obtained: 'gained',
  'such as': 'for example',
  'in addition': 'besides',
  therefore: 'so',
  although: 'though',
  entire: 'whole',
  important: 'significant',
  included: 'comprised',
  'due to': 'because of',
}
const SYNONYM = new RegExp(`\\b(?:${Object.keys(SYNONYMS).join('|')})\\b`, 'g')
const MOVABLE = /^((?:In|On|By|During|After|Since|From) [^,]{3,60}), (\p{L}.+)\.$/u

/** Sentences of an honest model. The checks should remove none of them. */
export const honestStrategies: readonly Strategy[] = [
  { name: 'word for word', make: ({ text, id }) => ({ text, ids: [id] }) },
  changing('introduced', text => `According to the source, ${text}`),
  changing('a synonym', (text, { draw }) =>
    replaceOne(text, SYNONYM, { draw, by: ([word]) => SYNONYMS[word] }),
  ),
  changing('its first phrase at the end', text => {
    const [, phrase = '', rest = ''] = MOVABLE.exec(text) ?? []
    if (phrase === '') return undefined
    return `${capital(rest)} ${phrase.charAt(0).toLowerCase()}${phrase.slice(1)}.`
  }),
  changing('without its brackets', text => {
    const short = text.replace(/ \([^()]*\)/, '')
    return short === text ? undefined : short
  }),
  changing('its figures written otherwise', text => {
    const other = text
      .replace(/(?<=\d)(?:%| percent\b)/g, unit => (unit === '%' ? ' percent' : '%'))
      .replace(/(?<=\b\d{1,3}),(?=\d{3}\b)/g, '')
    return other === text ? undefined : other
  }),
  {
    name: 'two quotes in one sentence',
    make(quote, { others, draw }) {
      // A second sentence on the same two quotes would repeat the first.
      const behind = others.filter(({ id }) => Number(id.slice(1)) > Number(quote.id.slice(1)))
      const other = pick(behind, draw)
      return other && { text: `${open(quote.text)}; ${other.text}`, ids: [quote.id, other.id] }
    },
  },
]

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
