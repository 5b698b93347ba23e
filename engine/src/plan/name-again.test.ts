import { expect, it } from 'vitest'
import { nameAgain } from './name-again.ts'

it.each([
  ['When was the Orrin dam finished', 'what did it cost?', 'what did the Orrin dam cost?'],
  ['How high is the Orrin dam', 'who was its engineer?', "who was the Orrin dam's engineer?"],
  ['When did the Titanic sink', 'who built it?', 'who built the Titanic?'],
  ['When was the Titanic built in Belfast', 'how long was it?', 'how long was the Titanic?'],
  ['Where do the Velm Tigers play', 'who owns them?', 'who owns the Velm Tigers?'],
  ['How old is Onhava', 'how many people live there?', 'how many people live in Onhava?'],
])('says after "%s" what "%s" speaks of', (earlier, clause, named) => {
  expect(nameAgain(clause, earlier)).toBe(named)
})

it.each([
  ['When was the Orrin dam finished', 'how deep is Lake Velm when it is full?'],
  ['When was the Orrin dam finished', 'how many dams are there?'],
  ['When was the dam finished', 'what did it cost?'],
  ['When was the Orrin dam finished', 'who governs Chad?'],
])('after "%s" leaves alone: %s', (earlier, clause) => {
  expect(nameAgain(clause, earlier)).toBe(clause)
})
