import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerQuestion } from '../facts/answer-question.ts'
import type { Facts } from '../facts/open-facts.ts'
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
    'What is the population of Kenya? And of Uganda?',
    /Kenya.*Uganda had a population of 50,863,850/,
  ],
  [
    'Is Palantir Technologies in the S&P 500, since when and what sector',
    /^Yes: Palantir Technologies was added .*2024\..*sector Information Technology/,
  ],
  ['What was Japan’s GDP in 2010? What about 2020?', /in 2010.*\$5\.056 trillion in 2020/],
  ['Who won the Nobel Prize in Literature in 2017? And in 2018?', /Ishiguro.*Tokarczuk/],
  ['Is Norway richer per head than Sweden? And Denmark?', /than Sweden.*than Denmark/],
  ['what money do they use in georgia and what language', /laris.*Georgian \(official/],
  [
    'is norway in the eu? is it in nato?',
    /^No: Norway is not in the EU\. Yes: Norway is in NATO\.$/,
  ],
  [
    'official languages of switzerland and what percent speak german',
    /62\.1% .* Switzerland speak German/,
  ],
  [
    'how many internet users in nigeria and what % is that',
    /95\.3 million .*39% of the population/,
  ],
  ['what are the neighbours of mali and which is biggest', /Algeria has the biggest area/],
  ['richest country in africa and the poorest', /^The Seychelles .* South Sudan has the lowest/],
  ['obesity rate usa vs japan, how big is the difference', /by 31\.9 percentage points\.$/],
  [
    'population of lagos and is it the capital of nigeria',
    /15\.946 million .* No: the capital of N/,
  ],
  ['literacy rate in pakistan, and for women?', /58\.9% in 2021\..*women in Pakistan was 48\.5%/],
  ['life expectancy in japan for men and for women', /^Japan’s .* for men and .* for women\.$/],
  [
    'how much does poland spend on its military and is there conscription',
    /^Poland spent 4\.5% .* No: Poland has no/,
  ],
  ['who won the 1998 world cup and who was us president at the time', /France won.*Clinton/],
  ['Who was US president when Brazil last won the World Cup?', /^George Walker Bush/],
  [
    "How has Argentina's GDP developed since 2000, and in which years did it shrink?",
    /rose from \$284\.2 billion in 2000 .* fell in 8 of the 23 years from 2001 to 2023: 2001 \(5\.5%\)/,
  ],
  [
    'population of france and germany and which one grew faster since 2000',
    /^Germany had a larger population .* France’s population grew more from 2000 to 2024: by 12\.5%, against 1\.59% in Germany\./,
  ],
  [
    'What are the populations of Chile and Peru in 1990 and 2020, and which grew more?',
    /Peru’s population grew more from 1990 to 2020: by 49\.2%/,
  ],
  [
    'Population of Japan and Italy. Which one shrank more since 2010?',
    /^Japan had a larger .* Japan’s population fell more from 2010 to 2024: by 3\.2%, against 1\.45%/,
  ],
  [
    "How has Japan's population developed since 1990, and when did it peak?",
    /in 2024, .*; it was highest in 2010, at 128\.1 million\.$/,
  ],
  ["What is Spain's unemployment rate, and has it fallen?", /11\.4% in 2024\. Yes: Spain’s/],
  ["What is Turkey's inflation rate and is it falling?", /58\.5% in 2024\. No: Turkey’s/],
  [
    'What is the inflation rate in Argentina, has it come down, and how does it compare with Brazil?',
    /73\.1% in 2022\. No: Argentina’s .* Argentina had a higher inflation rate .* than Brazil/,
  ],
  [
    'Is Spain bigger than Italy and does it have more people?',
    /^Yes: Spain is larger .* No: Italy had a larger population/,
  ],
  [
    'Which has more people, Kenya or Uganda, and which is larger?',
    /^Kenya had a larger population .* Kenya is larger \(580,367 sq km\)/,
  ],
  [
    'Highest mountain in Nepal and Switzerland, longest river of Egypt, and currency of Norway',
    /^Mount Everest in Nepal .* Switzerland [^.]*\. The longest river of Egypt [^.]*\. Norway uses/,
  ],
  [
    'population of japan 2005 2015 2024, is it shrinking?',
    /Yes: Japan’s population fell from 127\.8/,
  ],
  [
    'What is the capital of Kenya, who won the 2018 World Cup',
    /Nairobi\. France won the FIFA World Cup 2018/,
  ],
  [
    'What are the five largest economies, and which of them grew fastest?',
    /India had the highest real GDP growth rate \(6\.5%\), followed by China/,
  ],
  ['Does Finland border Russia, and is Finland in NATO?', /^Yes: Fin.* long\. Yes: .* in NATO\.$/],
  [
    'Name the three largest oil producers and say which of them are in OPEC.',
    /Saudi Arabia is in OPEC; the United States and Russia are not in OPEC\.$/,
  ],
  ['Which two countries are largest in Africa and what is the area of each?', /Algeria.*Congo/],
  ['What is the birth rate of Niger and why is it so high?', /46\.29 births.*6\.55 children/],
  [
    'What is the unemployment rate in Spain, and how does Italy compare?',
    /11\.4%.*Italy was 6\.8%/,
  ],
  [
    'who beat Croatia at world cup 2018 final, score, and how did they get to the final',
    /^France won .*4–2 against Croatia .* France played 7 matches at the FIFA World Cup 2018/,
  ],
  [
    'euro 2004 final who played, score and who hosted',
    /^Greece won .* was played in Portugal \(2004\)\.$/,
  ],
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
  [
    'Which European country has the most railways, and which has the longest coastline in that region?',
    /Germany.*Norway has the longest coastline in Europe: /,
  ],
  [
    'What is the capital of Australia and what is the population of that city?',
    /Canberra.*Canberra in Australia had a population of 472,000/,
  ],
  ['What is the capital of Peru? How many people live in it?', /Lima.*urban area of Lima/],
  [
    'What is the literacy rate in Mali and how does it differ between men and women?',
    /Mali’s literacy rate .* for men and .* for women/,
  ],
  [
    'How much oil does Angola produce and where does it rank in Africa?',
    /fourth largest petroleum production in Africa/,
  ],
  ['Who won the 2010 World Cup and who was the runner-up? What was the score?', /1–0 against/],
  [
    'Which G7 country has the highest public debt, and which the lowest?',
    /Japan.*Canada has the lo/,
  ],
  ['How many people live in Lagos? And in Cairo?', /Lagos.*urban area of Cairo/],
  [
    'Which country has the highest life expectancy in Africa, and how much lower is it than in Japan?',
    /Algeria.*than Algeria \(77\.9 years\) in 2024, by 7\.3 years/,
  ],
  [
    'Name the three largest countries in South America by area and their populations.',
    /Brazil.*Argentina.*Peru.*221,359,387/,
  ],
  [
    'What is the highest mountain of Argentina? Is it higher than that of Chile?',
    /Yes: Cerro Aconcagua in Argentina/,
  ],
  [
    'List the five most populous countries and say which of them is the largest.',
    /Pakistan.*The United States has the largest area/,
  ],
  [
    'How many countries are there in Africa and which one is the smallest?',
    /54 countries.*Seychelles has the smallest area in Africa/,
  ],
  ['highest point in morocco?? and lowest', /Jebel Toubkal.*lowest point of Morocco is/],
  [
    'when did ghana become independent and from who. what was its gdp in 1960?',
    /from the UK on 6 March 1957.*\$1\.224 billion in 1960/,
  ],
  [
    'population of italy in 1960, 1990 and 2020. when was it highest?',
    /in 1960, .* in 1990 and .* in 2020.*highest in 2014/,
  ],
  [
    'whats the capital of kazakhstan and how many people live there',
    /Astana.*Kazakhstan had a population/,
  ],
  [
    'which country borders both chad and sudan? and what languages do they speak there',
    /Central African Republic and Libya border both.*languages of the Central.*languages of Libya/,
  ],
  ['who was vice president under jimmy carter, and who came after him', /Mondale.*Bush/],
  ['who was president of the us before obama and who came after him', /George Walker Bush.*Trump/],
  ['Who was president before Lincoln and after?', /Buchanan.*Andrew Johnson/],
  ['score of the euro 2004 final? and where was it played', /1–0 against Portugal \(Lisbon/],
  ['who won the world cup in 2010 and where was it', /^Spain won [^.]*\(Johannesburg[^.]*\.$/],
  ['who won the nobel prize in physics in 2022 and who in literature', /Zeilinger.*Annie Ernaux/],
  ['who won the nobel peace prize in 2009 and when was he born', /Obama was born on 4 August 1961/],
  ['who was president in 1950 and who was his vp', /Truman.*Barkley/],
  ['who was the first woman to win a nobel prize and when did she win again', /chemistry in 1911/],
  ['did einstein win a nobel prize and when', /^Yes: Albert Einstein received [^.]*\.$/],
  ['ticker of johnson & johnson and when did it join the s&p', /JNJ.*30 June 1973/],
  ['is palantir in the s&p 500, since when', /23 September 2024/],
  ['What sector is Broadcom in and when was it added?', /Information.*8 May 2014/],
  ['inflation in turkey last 3 years, when was it highest', /72\.3% in 2022/],
  ['How has Japan’s population changed since 1990 and when did it peak?', /highest in 2010/],
  ['lowest point on earth by country and how deep', /^Israel and Jordan share .*, -431 m\.$/],
  ['Who hosted the 2010 World Cup and who came second?', /The Netherlands was runner-up/],
  [
    'Who was vice president under Eisenhower, and did he later become president?',
    /Yes: Richard Milhous Nixon .* was President/,
  ],
  [
    'Compare life expectancy in Japan and Italy. Which is higher and by how many years?',
    /^Japan had a higher life expectancy at birth .*, by \d/,
  ],
  ['Who won the 1998 World Cup and who won Euro 2000?', /France won the FIFA World Cup 1998/],
  ['lowest point in jordan and highest mountain in tanzania', /-431 m.* Kilimanjaro \(5,895 m\)/],
  [
    'Which African countries have the largest GDP, and how have the top three grown since 2000?',
    /South Africa’s GDP .* rose from .* in 2000 to .* Egypt’s GDP .* Algeria’s GDP .* in 2023/,
  ],
  [
    'Rank the G7 countries by GDP per capita and tell me which grew most since 2000',
    /^Ranked by GDP per capita .* Germany’s GDP per capita .* grew the most from 2000 to 2023: by 126%/,
  ],
  [
    'When did Namibia become independent and what was its population then?',
    /21 March 1990\. Namibia’s population was 1\.369 million in 1990\.$/,
  ],
  ["Kazakhstan's economy since independence", /^Kazakhstan’s GDP .* in 1991 to \$/],
  [
    'How does Singapore’s GDP per capita compare to Malaysia’s since 1965, and when did the gap open?',
    /^The gap widened: .* it first reached 2 times in 1968/,
  ],
  ['gdp of france and germany', /^Germany had a larger GDP .* than France/],
  [
    'what languages do people speak in belgium and which is most spoken',
    /^The languages of Belgium are Dutch [^.]*\.$/,
  ],
  [
    'who was vice president under carter and who was president right after him',
    /Mondale.*Ronald Wilson Reagan .* was President/,
  ],
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
  [
    'Which country hosted the 1998 World Cup and who won?',
    /in France \(1998\).*France won .* 1998/,
  ],
])('a clause is completed by the one before: %s', (input, expected) => {
  const said = planned(input).map(({ question, answer }) =>
    answer ? answer.statements.map(({ text }) => text).join(' ') : `not found: ${question}`,
  )
  expect(said.join(' ')).toMatch(expected)
  expect(said.join(' ')).not.toMatch(/not found/)
})

it.each([
  [
    'who won the nobel prize in physics in 1921 and for what',
    'why Albert Einstein received the Nobel Prize in physics in 1921',
  ],
  ['capital of France, and which has more people?', 'which has more people?'],
  ['area of Egypt and Chad, and who was president then?', 'who was president then?'],
  ['where was the 1994 world cup final, who won and who was top scorer', 'who was top scorer'],
  [
    'did einstein win a nobel prize, when and for what',
    'why Albert Einstein received the Nobel Prize in physics in 1921',
  ],
])('an open part reads well by itself: %s', (input, open) => {
  expect(planned(input).flatMap(({ question, answer }) => (answer ? [] : question))).toEqual([open])
})
