import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerQuestion } from '../facts/answer-question.ts'
import type { Facts } from '../facts/facts.ts'
import { openShippedFacts } from '../facts/testing/open-shipped-facts.ts'
import { compilePolicy } from '../policy/compile-policy.ts'
import { planResearch } from './plan-research.ts'

const today = '2026-11-16'
const policy = compilePolicy({}, { now: new Date(today) })
let facts: Facts
beforeAll(async () => {
  facts = await openShippedFacts()
})
afterAll(() => facts.close())

function planned(input: string) {
  return planResearch(input, {
    answer: (clause, before) => answerQuestion(clause, { facts, policy, today, most: 4, before }),
    mayGoOn: () => true,
    most: 10,
  })
}

it.each([
  [
    'Is Palantir Technologies in the S&P 500, since when and what sector',
    /^Yes: Palantir Technologies was added .*2024\..*sector Information Technology/,
  ],
  ['what money do they use in georgia and what language', /laris.*Georgian \(official/],
  [
    'is norway in the eu? is it in nato?',
    /^No: Norway is not in the EU\. Yes: Norway is in NATO\.$/,
  ],
  [
    'official languages of switzerland and what percent speak german',
    /62\.1% .* Switzerland speak German/,
  ],
  ['obesity rate usa vs japan, how big is the difference', /by 31\.9 percentage points\.$/],
  [
    'population of lagos and is it the capital of nigeria',
    /15\.946 million .* No: the capital of N/,
  ],
  ['life expectancy in japan for men and for women', /^Japan’s .* for men and .* for women\.$/],
  [
    'how much does poland spend on its military and is there conscription',
    /^Poland spent 4\.5% .* No: Poland has no/,
  ],
  [
    'Which has more people, Kenya or Uganda, and which is larger?',
    /^Kenya had a larger population .* Kenya is larger \(580,367 sq km\)/,
  ],
  [
    'What is the capital of Kenya, who won the 2018 World Cup',
    /Nairobi\. France won the FIFA World Cup 2018/,
  ],
  ['Does Finland border Russia, and is Finland in NATO?', /^Yes: Fin.* long\. Yes: .* in NATO\.$/],
  [
    'Name the three largest oil producers and say which of them are in OPEC.',
    /Saudi Arabia is in OPEC; the United States and Russia are not in OPEC\.$/,
  ],
  ['Which two countries are largest in Africa and what is the area of each?', /Algeria.*Congo/],
  ['when was the last election in kenya and who won', /it elected William Ruto\.$/],
  [
    'Which countries border Brazil and which of them has the largest population?',
    /Brazil borders.*Colombia had the largest population/,
  ],
  [
    'List the Central American countries. Which of these has the highest GDP per capita?',
    /7 countries.*Panama had the highest/,
  ],
  [
    'Name the landlocked countries of South America and give the population of each.',
    /Bolivia and Paraguay.*12,436,103.*7,604,044/,
  ],
  ['Who won the 2010 World Cup and who was the runner-up? What was the score?', /1–0 against/],
  [
    'Name the three largest countries in South America by area and their populations.',
    /Brazil.*Argentina.*Peru.*221,359,387/,
  ],
  [
    'List the five most populous countries and say which of them is the largest.',
    /Pakistan.*The United States has the largest area/,
  ],
  [
    'when did ghana become independent and from who. what was its gdp in 1960?',
    /from the UK on 6 March 1957.*\$1\.224 billion in 1960/,
  ],
  [
    'whats the capital of kazakhstan and how many people live there',
    /Astana.*Kazakhstan had a population/,
  ],
  [
    'which country borders both chad and sudan? and what languages do they speak there',
    /Central African Republic and Libya border both.*languages of the Central.*languages of Libya/,
  ],
  ['score of the euro 2004 final? and where was it played', /1–0 against Portugal \(Lisbon/],
  ['who won the world cup in 2010 and where was it', /^Spain won [^.]*\(Johannesburg[^.]*\.$/],
  ['who won the nobel peace prize in 2009 and when was he born', /Obama was born on 4 August 1961/],
  ['who was the first woman to win a nobel prize and when did she win again', /chemistry in 1911/],
  ['did einstein win a nobel prize and when', /^Yes: Albert Einstein received [^.]*\.$/],
  ['ticker of johnson & johnson and when did it join the s&p', /JNJ.*30 June 1973/],
  ['What sector is Broadcom in and when was it added?', /Information.*8 May 2014/],
  ['inflation in turkey last 3 years, when was it highest', /72\.3% in 2022/],
  ['How has Japan’s population changed since 1990 and when did it peak?', /highest in 2010/],
  ['lowest point on earth by country and how deep', /^Israel and Jordan share .*, -431 m\.$/],
  [
    'Compare life expectancy in Japan and Italy. Which is higher and by how many years?',
    /^Japan had a higher life expectancy at birth .*, by \d/,
  ],
  ['Who won the 1998 World Cup and who won Euro 2000?', /France won the FIFA World Cup 1998/],
  [
    'How does Singapore’s GDP per capita compare to Malaysia’s since 1965, and when did the gap open?',
    /^The gap widened: .* it first reached 2 times in 1968/,
  ],
  ['gdp of france and germany', /^Germany had a larger GDP .* than France/],
  [
    'which countries border germany and what are their capitals',
    /^Germany borders Austria.*Capitals: Austria \(Vienna\), (?!.*Berlin).*Switzerland \(Bern\)/,
  ],
  [
    'how many countries border china and what are their capitals',
    /14 countries.*Capitals: .*Kabul/,
  ],
  [
    'list eu countries and their capitals',
    /^27 countries .*Capitals: Austria .*Sweden \(Stockholm\)/,
  ],
  [
    'how many countries are in africa and what is their total population',
    /these 54 countries have/,
  ],
])('a clause is completed by the one before: %s', (input, expected) => {
  const said = planned(input).map(({ question, answer }) =>
    answer ? answer.statements.map(({ text }) => text).join(' ') : `not found: ${question}`,
  )
  expect(said.join(' ')).toMatch(expected)
  expect(said.join(' ')).not.toMatch(/not found/)
})

it.each([
  ['capital of France, and which has more people?', 'which has more people?'],
  ['area of Egypt and Chad, and who was president then?', 'who was president then?'],
  ['where was the 1994 world cup final, who won and who was top scorer', 'who was top scorer'],
])('an open part reads well by itself: %s', (input, open) => {
  expect(planned(input).flatMap(({ question, answer }) => (answer ? [] : question))).toEqual([open])
})
