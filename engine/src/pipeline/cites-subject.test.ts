import { expect, it } from 'vitest'
import type { Passage } from '../library/passage.ts'
import { citesSubject } from './cites-subject.ts'

function passage(text: string, title = 'A page'): Passage {
  return { documentId: 1, title, url: 'https://a.example/', start: 0, text, headings: [], score: 1 }
}

/** Returns whether a quote from a document's first passage may answer the question. */
function cites(question: string, ...document: [Passage, ...Passage[]]): Promise<boolean> {
  return citesSubject([{ part: { question }, sentences: [], related: [] }], {
    cited: document.slice(0, 1),
    source: { read: async () => document, search: async () => [], findNamed: async () => [] },
  })
}

it.each([
  ['another subject', "What was Orrin's revenue?", 'The margin of the vote was wide.'],
  ['no capitals in the question', "what was orrin's revenue?", 'Revenue of the state rose.'],
  ['a part of a longer name', 'Who founded the Office of Western Medicine?', 'He took office.'],
])('rejects a source that names nothing in the question: %s', async (_, asked, text) => {
  expect(await cites(asked, passage(text))).toBe(false)
})

it.each([
  ['a question without names', 'how long is parental leave?', '14 weeks.'],
  ['the adjective', 'What are Bolivian exports?', 'Bolivia exports gas.'],
  ['the country of an adjective', 'What does Chile export?', 'Chilean exports are copper.'],
  ['an abbreviation', 'What is the GDP of the US?', 'The United States has a large economy.'],
  ['an abbreviation with stops', 'Why did the U.S. sign?', 'The United States signed.'],
  ['a name that is abbreviated', 'Why did the United Kingdom leave?', 'The UK left.'],
  ['initials', 'Who founded the WHO?', 'The World Health Organization was founded in 1948.'],
  ['the possessive', "What is Orrin's height?", 'Orrin is 40 m high.'],
  ['a surname alone', 'What did Ada Lovelace write?', 'Lovelace wrote notes.'],
  ['diacritics', 'Where is Zürich?', 'Zurich lies on a lake.'],
  ['a capitalised noun', 'How many Ctenophores are known?', '100 ctenophores are known.'],
  ['the first word', 'Parental leave: how long is it?', 'Those on parental leave get 14 weeks.'],
  ['a quoted title', 'Who wrote "The long way"?', 'The long way is by Ines Duarte.'],
  ['one of several', 'Compare Chad and Wakanda', 'Chad is large.'],
])('accepts a source that names the subject another way: %s', async (_, asked, text) => {
  expect(await cites(asked, passage(text))).toBe(true)
})

it('accepts a source in another language, which may translate the name', async () => {
  const english = { ...passage('The capital of Bolivia is Sucre.'), language: 'en' }
  expect(await cites('Was ist die Hauptstadt von Bolivien?', english)).toBe(true)
  expect(await cites('What is the capital of Orrin?', english)).toBe(false)
})

it('finds the name in the title and elsewhere in the document, but ignores common words there', async () => {
  const quoted = passage('It is 40 m high.')
  expect(await cites('How high is Orrin?', passage('It is 40 m high.', 'Orrin dam'))).toBe(true)
  expect(await cites('How high is Orrin?', quoted, passage('Orrin was built in 1921.'))).toBe(true)
  expect(await cites('How high is Apple?', quoted, passage('They grow an apple.'))).toBe(false)
})
