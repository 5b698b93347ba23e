import { expect, it } from 'vitest'
import { rephrase } from './rephrase.ts'

it.each([
  ['Who is the head of state of Zembla?', /chief of state/],
  ['What currency does Zembla use?', /exchange rates/],
  ['Where is Zembla?', /location of Zembla/],
  ['Where is Grelod Works based?', /headquarters of Grelod Works/],
  ['How many people does Grelod Works employ?', /employees of Grelod Works/],
  ['How many people live in Zembla?', /population/],
  ["Zembla's biggest export", /exports commodities/],
  ['What percent of people in Zembla are Buddhist?', /religions +in Zembla/],
  ['Does Zembla have an army?', /military branches/],
])('says "%s" in the words of reference works', (question, words) => {
  expect(rephrase(question)).toMatch(words)
})

it('leaves out what a figure is to be counted in', () => {
  expect(rephrase('area of Zembla in square kilometres?')).toBe('area of Zembla ?')
})

it('keeps a year with what is asked for, not with the last of several names', () => {
  expect(rephrase('Compare the budget of Zembla and Caldis in 2013')).toBe(
    'Compare the budget in 2013 of Zembla and Caldis',
  )
})

it('leaves other questions as they are', () => {
  const question = 'Who lit the lanterns of Onhava before the flood?'
  expect(rephrase(question)).toBe(question)
})
