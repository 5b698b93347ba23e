import { expect, it } from 'vitest'
import { splitClauses } from './split-clauses.ts'

it.each([
  ['What is the capital of Bolivia?', ['What is the capital of Bolivia?']],
  [
    'What is the capital of Bolivia and which countries border it?',
    ['What is the capital of Bolivia', 'which countries border it?'],
  ],
  [
    'Compare the GDP per capita of Chile and Peru',
    ['Compare the GDP per capita of Chile and Peru'],
  ],
  [
    'I study geography.\n- Population of Laos\n- Who governs Chad?',
    ['Population of Laos', 'Who governs Chad?'],
  ],
  [
    'Should I buy land in Laos? Give me an overview of its climate.',
    ['Should I buy land in Laos?', 'its climate.'],
  ],
  ['Is Laos poor? Write a summary of its economy.', ['Is Laos poor?', 'its economy.']],
  ["Is Laos poor? I'd like to know its GDP.", ['Is Laos poor?', 'its GDP.']],
  ['Report on Laos for our board. Cover GDP and exports.', ['Laos.', 'its GDP and exports.']],
  ['Hello, my name is Ines. Who leads Peru?', ['Who leads Peru?']],
  ['Who leads Peru? Answer in German.', ['Who leads Peru?']],
  ['Who leads Peru? Answer auf Deutsch.', ['Who leads Peru?']],
  ['Capital of Peru. Bitte auf Deutsch antworten.', ['Capital of Peru.']],
  ['- Capital of Peru\n- Bitte antworte mir auf Deutsch', ['Capital of Peru']],
  ['Capital of Peru. Réponds en français.', ['Capital of Peru.']],
  ['Capital of Peru. 英語で答えてください。', ['Capital of Peru.']],
  ['Who leads Peru? in German please', ['Who leads Peru?']],
  ['Who leads Peru, in German please?', ['Who leads Peru?']],
  ['Who leads Peru (in German)?', ['Who leads Peru?']],
  ['Write a report on Peru in German.', ['Peru.']],
  ['Which novels written in German won prizes?', ['Which novels written in German won prizes?']],
  ['Bolivia economy', ['Bolivia economy']],
  ['When it rains, what happens to the roads?', ['When it rains, what happens to the roads?']],
  ['Who wrote the letter, which began the war?', ['Who wrote the letter, which began the war?']],
  ['After the war, what happened to the king?', ['After the war, what happened to the king?']],
])('takes apart: %s', (input, clauses) => {
  expect(splitClauses(input)).toEqual(clauses)
})

it('gives something for any input that has a word in it, and not without end', () => {
  expect(splitClauses('Answer in German.')).toEqual(['Answer in German.'])
  expect(splitClauses('What? '.repeat(5_000)).length).toBeLessThanOrEqual(100)
})
