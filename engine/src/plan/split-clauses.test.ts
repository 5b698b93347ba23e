import { expect, it } from 'vitest'
import { nameAgain } from './name-again.ts'
import { findScene, splitClauses, withoutCourtesies } from './split-clauses.ts'

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
  ['Report on Laos for our board. Cover GDP and exports.', ['Laos.', 'their GDP and exports.']],
  ['Hello, my name is Ines. Who leads Peru?', ['Who leads Peru?']],
  ['Who leads Peru? Answer in German.', ['Who leads Peru?']],
  ['Bolivia economy', ['Bolivia economy']],
  ['When and where was the dam built?', ['When was the dam built?', 'where was the dam built?']],
  ['dam built when and where', ['when dam built', 'where dam built']],
  ['is Laos in asean? since when', ['is Laos in asean', 'since when']],
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

it.each([
  ['Can you tell me, please, how many inhabitants Peru has?', 'how many inhabitants Peru has?'],
  ['Answer in German: What is the capital of Peru?', 'What is the capital of Peru?'],
  ['Hello, could you please compare Chad and Niger?', 'compare Chad and Niger?'],
  ["I'd like to know the capital of Chad", 'the capital of Chad'],
  ['Write a short report on the energy situation of Chad', 'the energy situation of Chad'],
  ['Please give me a briefing about Chad', 'Chad'],
  ['Write a country briefing on Chad for an investor: economy, risks', 'Chad: economy, risks'],
  ['Can you write a 2-page, plain report on Chad for my class.', 'Chad.'],
  ['we need a profile of chad for our board: exports', 'chad: exports'],
  ['Write in plain English: what is the capital of Chad?', 'what is the capital of Chad?'],
  ['Focus on Chad.', 'Focus on Chad.'],
  ['Can you?', 'Can you?'],
])('removes how something is asked for: %s', (sentence, asked) => {
  expect(splitClauses(sentence)).toEqual([asked])
})

it.each([
  ['When was the Orrin dam finished', 'what did it cost?', 'what did Orrin cost?'],
  ['How high is the Orrin dam', 'who was its engineer?', "who was Orrin's engineer?"],
  ['How old is Onhava', 'how many people live there?', 'how many people live in Onhava?'],
  ['When was the Orrin dam finished', 'how many dams are there?', 'how many dams are there?'],
  ['Who hosted the 1998 World Cup', 'who won it?', 'who won 1998 World Cup?'],
  ['When was the dam finished', 'what did it cost?', 'what did it cost?'],
  ['When was the Orrin dam finished', 'who governs Chad?', 'who governs Chad?'],
])('after "%s" names the subject of "%s"', (earlier, clause, named) => {
  expect(nameAgain(clause, earlier)).toBe(named)
})

it.each([
  ['My proxy compresses replies. Which header stops that?', 'My proxy compresses replies.'],
  ['I am a student. What is photosynthesis?', undefined],
  ['We sail to Onhava. How old is Orrin?', undefined],
  ['Which header stops that?', undefined],
])('finds the scene of a question: %s', (input, scene) => {
  expect(findScene(input)).toBe(scene)
})

it.each([
  ['quick question: is Peru in the EU? thanks!', 'is Peru in the EU?'],
  ['Hi there, can you tell me is Peru landlocked', 'is Peru landlocked'],
  ['I need to know: how big is Peru pls', 'how big is Peru'],
  ['Tell me about Peru, please.', 'Tell me about Peru'],
  ['Answer in two sentences: who leads Peru?', 'Answer in two sentences: who leads Peru?'],
  ['hello', 'hello'],
  ['Is there a thank you in Peru?', 'Is there a thank you in Peru?'],
])('of "%s", "%s" is asked', (input, asked) => {
  expect(withoutCourtesies(input)).toBe(asked)
})
