import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compilePolicy } from '../policy/compile-policy.ts'
import { answerQuestion } from './answer-question.ts'
import type { Facts } from './facts.ts'
import { openShippedFacts } from './testing/open-shipped-facts.ts'

const policy = compilePolicy({}, { now: new Date('2026-11-16') })
let facts: Facts
beforeAll(async () => {
  facts = await openShippedFacts()
})
afterAll(() => facts.close())

function ask(question: string) {
  return answerQuestion(question, { facts, policy, today: '2026-11-16', most: 4 }).answer
}

function textOf(question: string): string | undefined {
  return ask(question)
    ?.statements.map(({ text }) => text)
    .join(' ')
}

describe('values of the profiles', () => {
  it('are none where the source says that it has none', () => {
    expect(textOf('What is the literacy of South Korea?')).toBeUndefined()
    expect(textOf('What is the military expenditure of Libya?')).toBeUndefined()
  })

  it('say a royal anthem, and that the national one is not held', () => {
    expect(textOf('What is the national anthem of Norway?')).toMatch(
      /^The royal anthem of Norway is "Kongesangen"/,
    )
    expect(ask('What is the national anthem of Norway?')?.missing).toEqual([
      'Norway: national anthem (given instead: royal anthem)',
    ])
    expect(textOf('What is the national anthem of the United Kingdom?')).toBe(
      'The national anthem of the United Kingdom is "God Save the King".',
    )
  })

  it.each([
    ['What is the currency of Ecuador?', 'Ecuador uses US dollars (USD).'],
    [
      'Which countries are doubly landlocked?',
      '2 countries are doubly landlocked: Liechtenstein and Uzbekistan.',
    ],
    ['Is Austria doubly landlocked?', 'No: Austria is not doubly landlocked.'],
    [
      'Which countries in South America have a space agency?',
      '8 countries in South America have a space agency: Argentina, Bolivia, Brazil, Colombia, Ecuador, Paraguay, Peru and Venezuela.',
    ],
  ])('%s', (question, expected) => expect(textOf(question)).toBe(expected))

  it('ranks health expenditure as a share of GDP, without shares of a budget', () => {
    const said = textOf('Which 5 countries have the highest health expenditure?')
    expect(said).toMatch(/Afghanistan \(21\.8% of GDP\), Tuvalu \(20% of GDP\)/)
  })
})

/** The layout of the answer as text. */
function layoutOf(question: string) {
  const [{ columns, rows } = { columns: [], rows: [] }] = ask(question)?.layouts ?? []
  return [columns, ...rows.map(({ label, cells }) => [label, ...cells.map(cell => cell?.text)])]
}

describe('several years', () => {
  it('are those of each step, in a sentence and in a table', () => {
    const question = 'What was the GDP of Germany every 20 years since 1960?'
    expect(textOf(question)).toMatch(
      /was \$84\.31 billion in 1960, \$950\.3 billion in 1980, \$1\.948 trillion in 2000 and \$3\.888 trillion in 2020; /,
    )
    expect(layoutOf(question)[0]).toEqual(['1960', '1980', '2000', '2020'])
  })

  it('have no others beside them', () => {
    expect(layoutOf('What was the population of Poland in 2000 and 2020?')).toEqual([
      ['2000', '2020'],
      ['Poland: population', '38,258,629', '37,515,748'],
    ])
  })

  it('show the change of several countries', () => {
    expect(
      layoutOf('How did the population of Poland and Hungary change from 2000 to 2020?'),
    ).toEqual([
      ['2000', '2020', 'Change'],
      ['Poland: population', '38,258,629', '37,515,748', '−1.94%'],
      ['Hungary: population', '10,210,971', '9,670,419', '−5.29%'],
    ])
  })
})

describe('rankings with a condition', () => {
  const growth =
    'Which 3 countries with a population above 50 million grew GDP per capita fastest since 2000?'

  it('rank changes', () => {
    expect(textOf(growth)).toBe(
      'The largest growth of GDP per capita in current US dollars from 2000 to 2023 among 23 countries with a population above 50 million was that of China (+1,215%, from $959 to $12,614), Vietnam (+960%, from $404 to $4,282) and Ethiopia (+943%, from $122 to $1,272); current dollars are not adjusted for inflation and move with the exchange rate.',
    )
    expect(layoutOf(growth)[3]).toEqual([
      '3. Ethiopia: GDP per capita in current US dollars',
      ...['$122', '$1,272', '+943%'],
    ])
  })

  it('may be between two marks of one figure', () => {
    const question =
      'Which 3 countries with a population between 10 million and 20 million have the highest GDP per capita?'
    expect(textOf(question)).toMatch(
      /of at least 10 million and at most 20 million .* are the Netherlands .*, the United Arab Emirates .* and Sweden /,
    )
  })

  it('may be two', () => {
    const question =
      'Which 3 countries in Asia with a population above 50 million and a GDP per capita above 20000 dollars have the highest life expectancy?'
    expect(textOf(question)).toMatch(
      /countries in Asia with a population above 50 million and a GDP per capita at purchasing power parity above \$20,000 .* are Japan .*, South Korea .* and China /,
    )
  })
})

describe('the years in which a series passes', () => {
  it.each([
    [
      'a level of its own, after it fell below',
      'When did the GDP of Greece, Italy and Spain return to its level of 2019?',
      /^Greece’s GDP .* returned to its level of 2019 \(\$205 billion\) in 2021: it was \$215 billion, after a low of \$188 billion in 2020; current dollars .* Italy’s .* in 2021: .* Spain’s .* in 2021: /,
    ],
    [
      'a level of its own that it has not reached again',
      'When did the GDP of Greece return to its level of 2008?',
      /^Greece’s GDP .* has not returned to its level of 2008 \(\$356 billion\): it was \$238 billion in 2023; current dollars are not adjusted for inflation/,
    ],
    [
      'a level of its own that it never fell below',
      'When did the GDP of China return to its level of 2000?',
      /^China’s GDP .* has not fallen below its level of 2000 \(\$1\.21 trillion\) since: it was \$17\.8 trillion in 2023\.$/,
    ],
    [
      'another one several times',
      'In which year did the GDP of France exceed that of the United Kingdom?',
      /^France’s GDP .* exceeded the United Kingdom’s from 1966 to 1996, from 2008 to 2011 and in 2013; the United Kingdom has been ahead since 2014: \$3\.34 trillion against \$3\.03 trillion in 2023\.$/,
    ],
    [
      'another one by less than a rounded figure shows',
      'In which year did the population of India exceed that of China?',
      /^India overtook China by population in 2021 \(1\.41 billion each, 1\.84 million apart\) and has been ahead since: /,
    ],
    [
      'no year',
      'In which year did the GDP of Italy exceed that of the United States?',
      /^Italy’s GDP .* did not exceed the United States’ in any year from 1960 to 2023: /,
    ],
  ])('%s', (_, question, expected) => expect(textOf(question)).toMatch(expected))

  it('are in the table, and no others', () => {
    const question = 'When did the GDP of Greece and Italy return to its level of 2019?'
    expect(layoutOf(question)[0]).toEqual(['2019', '2020', '2021'])
  })
})

describe('a series', () => {
  it.each([
    [
      'says when it passed a mark',
      'In which year did the population of Nigeria exceed 100 million?',
      'Nigeria’s population was first above 100 million in 1992: 102.4 million, after 99.72 million in 1991.',
    ],
    [
      'says when it passed a mark again',
      'When did the GDP of Mexico pass $1 trillion?',
      'Mexico’s GDP in current US dollars was first above $1 trillion in 2006: $1.02 trillion, after $917.6 billion in 2005; it has been above it since 2010 ($1.105 trillion, after $943.4 billion in 2009).',
    ],
    [
      'says that it never passed a mark',
      'In which year did the population of Chile exceed 100 million?',
      'Chile’s population was not above 100 million in any year from 1960 to 2024; it came closest in 2024, with 19.76 million.',
    ],
    [
      'says since when it has been falling',
      'Since when has the population of Italy been falling?',
      'Italy’s population has fallen in every year since 2019: from 60.15 million in 2018 to 58.95 million in 2024, by 1.99%; it was highest in 2014, at 60.32 million.',
    ],
    [
      'says that it is not falling',
      'Since when has the GDP of Mexico been falling?',
      'Mexico’s GDP in current US dollars has not fallen in the latest year: it was $1.463 trillion in 2022 and $1.789 trillion in 2023.',
    ],
    [
      'names the years in a row in which it fell together',
      'In which years did the population of Japan fall?',
      'Japan’s population fell in 15 of the 64 years from 1961 to 2024: 2009 (0.012%) and every year from 2011 to 2024 (3.2% in all).',
    ],
    [
      'says its change by decade',
      'How did the GDP of Botswana change in each decade from 1960 to 2020?',
      'Botswana’s GDP in current US dollars rose by 216% from 1960 to 1970, by 1,002% from 1970 to 1980, by 257% from 1980 to 1990, by 52.7% from 1990 to 2000, by 118% from 2000 to 2010 and by 18.4% from 2010 to 2020; current dollars are not adjusted for inflation and move with the exchange rate.',
    ],
  ])('%s', (_, question, expected) => expect(textOf(question)).toBe(expected))

  it.each([
    [
      'What was the population growth of Kenya in each year from 2015 to 2017?',
      'Kenya’s population growth rate was 2.25% in 2015, 2.23% in 2016 and 2.2% in 2017.',
    ],
    [
      'In which year was the population growth of Kenya highest?',
      'Between 1961 and 2024, Kenya’s population growth rate was highest in 1966: 4.07%.',
    ],
    [
      'In which years did the population growth of Kenya fall since 2019?',
      'Kenya’s population growth rate fell in 2 of the 5 years from 2020 to 2024: 2021 (0.06 percentage points) and 2024 (0.02 percentage points).',
    ],
    ['In which year was the GDP growth of Chile highest?', undefined],
    ['Which country had the highest GDP growth in 2010?', undefined],
  ])('takes growth for a rate: %s', (question, expected) => expect(textOf(question)).toBe(expected))

  it('has the change by decade of several countries in a table', () => {
    const question = 'How did the population of Nigeria and Ghana change in each decade since 2000?'
    expect(layoutOf(question)).toEqual([
      ['From', 'To', 'Change', 'A year on average'],
      ['Nigeria, 2000 to 2010', '126,382,494', '166,642,886', '+31.9%', '+2.8%'],
      ['Nigeria, 2010 to 2020', '166,642,886', '213,996,181', '+28.4%', '+2.53%'],
      ['Nigeria, 2020 to 2024', '213,996,181', '232,679,478', '+8.73%', '+2.11%'],
      ['Ghana, 2000 to 2010', '19,637,087', '25,474,995', '+29.7%', '+2.64%'],
      ['Ghana, 2010 to 2020', '25,474,995', '31,887,809', '+25.2%', '+2.27%'],
      ['Ghana, 2020 to 2024', '31,887,809', '34,427,414', '+7.96%', '+1.93%'],
    ])
  })
})

describe('what the source says of its own time', () => {
  it.each([
    [
      'dates who holds an office',
      'Who is the head of government of Hungary?',
      'The head of government of Hungary is Prime Minister Viktor Orban (since 29 May 2010; as of January 2026).',
    ],
    [
      'says that a date has passed',
      'When is the next presidential election of Brazil?',
      'The next election for the executive of Brazil was due on 4 October 2026; the source is of January 2026.',
    ],
    [
      'leaves a date that has not',
      'When is the next presidential election of Nigeria?',
      'The next election for the executive of Nigeria is expected on 27 February 2027.',
    ],
    [
      'gives the seats of the parties',
      'What are the seats by party of Hungary?',
      "The seats in the parliament of Hungary by party: Hungarian Civic Union-Christian Democratic People's Party (FIDESZ-KDNP) (135); Democratic Coalition (DK) (15); Movement for a Better Hungary (Jobbik) (10); Hungarian Socialist Party (MSZP) (10); Momentum (10); Other (19), as of January 2026.",
    ],
  ])('%s', (_, question, expected) => expect(textOf(question)).toBe(expected))
})

describe('conscription', () => {
  it.each([
    ['Does Japan have conscription?', /^No: Japan has no compulsory military service\.$/],
    ['Does Romania have conscription?', /^No: /],
    ['Does Georgia have conscription?', /^Yes: /],
    ['Does Finland have conscription?', /^Yes: .*Finland has had conscription since 1951/],
    ['Does Germany have conscription?', /^The rules for military service in Germany are: /],
    ['Does Belize have conscription?', /^The rules for military service in Belize are: /],
    [
      'Does Switzerland have conscription?',
      /^The source only notes on Switzerland’s military service age and obligation: alternative civilian service /,
    ],
  ])('%s', (question, expected) => expect(textOf(question)).toMatch(expected))
})

describe('shares in words', () => {
  it('are shares of a hundred', () => {
    const question = 'Which countries have a share of nuclear power in electricity above half?'
    expect(textOf(question)).toBe(
      'In 2023, three countries had a share of nuclear power in electricity production above half: France (64.8%), Slovakia (61.3%) and Ukraine (55%).',
    )
    expect(textOf('Which countries in Asia have a population above half a billion?')).toMatch(
      /two countries in Asia .*: India \(.*\) and China \(.*\)\.$/,
    )
  })
})

describe('groups of countries', () => {
  it('say that a sum is of estimates, and without whom', () => {
    expect(textOf('What is the total military personnel of the Sahel?')).toBe(
      'Together, the 8 countries in the Sahel with figures have 485,500 active military personnel (2025); these are estimates, of ranges the middle; Burkina Faso and Sudan are not included.',
    )
  })

  it('are compared by totals of what adds up', () => {
    const question = 'Compare the GDP and population of the Baltic states and the Nordic countries.'
    expect(textOf(question)).toMatch(
      /^The Nordic countries had a larger GDP \(\$1\.857 trillion\) than the Baltic states \(\$171\.2 billion\) in 2024, .*; the figures of the Baltic states and the Nordic countries are totals of 3 and 5 countries\. The Nordic countries had a larger population /,
    )
    expect(layoutOf(question).slice(0, 2)).toEqual([
      ['The Baltic states', 'The Nordic countries'],
      ['GDP (official exchange rate)', '$171.2 billion (2024)', '$1.857 trillion (2024)'],
    ])
  })

  it('are compared by plain averages of rates, beside countries', () => {
    expect(textOf('Compare the unemployment of the Baltic states and Poland.')).toMatch(
      /^The Baltic states had a higher unemployment rate \(7\.43%\) than Poland \(2\.5%\) in 2024, .*; the figure of the Baltic states is a plain average of 3 countries\.$/,
    )
  })

  it('say how many members have figures', () => {
    const question = 'Rank the Nordic countries and the Baltic states by military expenditure.'
    expect(textOf(question)).toMatch(/are plain averages of 4 of 5 and 3 countries/)
  })

  it('have totals for each year in which all members have figures', () => {
    const question = 'What was the GDP of BRICS and the G7 in 2000 and 2020?'
    expect(layoutOf(question)).toEqual([
      ['2000', '2020'],
      ['BRICS: GDP in current US dollars', '$3.258 trillion', '$22.49 trillion'],
      ['The G-7: GDP in current US dollars', '$22.09 trillion', '$39.16 trillion'],
    ])
  })

  it('are their members where the values are texts', () => {
    const said = textOf('What is the capital of the Baltic states and Poland?')
    for (const capital of ['Tallinn', 'Riga', 'Vilnius', 'Warsaw']) expect(said).toContain(capital)
  })

  it('are named as missing where they have no value', () => {
    expect(ask('What is the capital of Africa and Poland?')?.missing).toEqual(['Africa: Capital'])
  })
})

describe('members and parts', () => {
  it.each([
    [
      'Which countries that border India have a population above 100 million?',
      /^In 2025, three countries that border India had a population above 100 million: China \(1\.407 billion\), Pakistan \(257 million\) and Bangladesh /,
    ],
    ['What is the electricity access of rural areas in Kenya?', /65\.6%/],
    [
      'Rank Southeast Asia by fertility rate.',
      /^Timor-Leste had the highest .*, followed by Laos .*, Cambodia /,
    ],
  ])('%s', (question, expected) => expect(textOf(question)).toMatch(expected))
})

describe('shares of the world', () => {
  it('are those of several countries and of the European Union', () => {
    const question =
      "What share of the world's GDP do the United States, the European Union and China have?"
    expect(textOf(question)).toMatch(
      /have 60\.5% of the GDP of the world: .* \(the United States 26\.2%, the European Union 17\.4% and China 16\.8%\)\.$/,
    )
  })

  it('are shown with the figures of the years that are asked for', () => {
    const question = "What share of the world's GDP did China have in 1990 and 2020?"
    expect(textOf(question)).toMatch(
      /^China had 1\.58% .* in 1990: .*China had 17\.2% .* in 2020: /,
    )
    expect(ask(question)?.layouts?.map(({ columns }) => columns)).toEqual([['1990'], ['2020']])
  })
})

describe('verdicts over several measures', () => {
  it('leave out measures of size and those without a better side', () => {
    expect(
      textOf('Which of Germany, France and Poland does worst by GDP and unemployment?'),
    ).toMatch(/^France comes out behind by higher unemployment rate; GDP measures size\./)
    expect(
      textOf('Which of Estonia, Latvia and Poland does best by unemployment and net migration?'),
    ).toMatch(
      /^Poland comes out ahead by lower unemployment rate; net migration rate has no better/,
    )
  })

  it('are none if no measure can tell', () => {
    expect(textOf('Which of Germany and France does best by GDP and electricity imports?')).toMatch(
      /^These measures do not say who does better: GDP and electricity imports measure size\./,
    )
  })
})

it.each([
  ['Are the exports of Peru and Chile higher than the exports of Bolivia?', /^Yes: Chile had/],
  ['Are the exports of Bolivia and Chile higher than the exports of Peru?', /^No: Chile had/],
  ['Is the population of Chile higher than the population of Peru and Bolivia?', /^No: Peru had/],
  ['Is the area of France larger than Germany and smaller than Ukraine?', /^France has/],
])('compares all before "than" with all behind it: %s', (question, expected) => {
  expect(textOf(question)).toMatch(expected)
})

it('names who has no newer value, if that decides the year of a comparison', () => {
  const missing = ask('Compare the inflation of Turkey and Argentina.')?.missing
  expect(missing).toEqual(['Argentina: inflation rate after 2022'])
})

it('says that values of years far apart are hard to compare', () => {
  expect(textOf('What is the public debt of Estonia, Latvia and Poland?')).toBe(
    'Poland had the highest public debt (50.6% of GDP in 2017), followed by Latvia (36.3% of GDP in 2017) and Estonia (28.3% of GDP in 2023); the years differ, from 2017 to 2023, so the figures are hard to compare.',
  )
})

it('says one of a unit in the singular', () => {
  const said = textOf('What is the maternal mortality of Norway and Sweden?')
  expect(said).toContain('1 death per 100,000 live births')
})

it.each([
  [
    'What are the nuclear reactors of Egypt?',
    'Egypt is not among the 32 countries with operating nuclear reactors in the World Factbook. Egypt had 4 nuclear reactors under construction in 2025.',
  ],
  [
    'Does Poland have nuclear reactors?',
    'No: Poland is not among the 32 countries with operating nuclear reactors in the World Factbook.',
  ],
  ['Which countries border no other country?', /^38 countries have no land borders: Antigua/],
  ['Which country is the youngest?', /^Niger has the lowest median age .* 15\.3 years/],
  ['How many countries in Oceania are islands?', /^12 countries .* and Vanuatu\.$/],
  [
    'What is the flag of Nepal?',
    'Nepal is the only country with a flag that is not rectangular or square.',
  ],
  [
    'What is the total refugees of Africa?',
    /^Together, the 50 countries in Africa with figures have 10\.81 million refugees/,
  ],
])('%s', (question, expected) => {
  expect(textOf(question)).toMatch(expected)
})

it('gives no near measure in place of the one that is asked for', () => {
  expect(ask('What is the electricity production of Kenya?')).toBeUndefined()
  const answer = ask('What are the oil production and oil exports of Iraq?')
  expect(answer?.statements).toHaveLength(1)
  expect(answer?.missing).toEqual(['Iraq: petroleum exports'])
})

it('says a change over each span that is asked for', () => {
  const question = 'How did the GDP of Argentina change from 1990 to 2000 and from 2000 to 2010?'
  expect(textOf(question)).toMatch(
    /from \$141\.4 billion in 1990 to \$284\.2 billion in 2000, .* from \$284\.2 billion in 2000 to \$423\.6 billion in 2010/,
  )
  expect(ask(question)?.years).toEqual([1990, 2010])
})

it('averages the named countries, and sums countries where the world has no figure', () => {
  expect(textOf('What is the average GDP per capita of Norway, Sweden and Denmark?')).toMatch(
    /is \$76,033 \(2024\)\.$/,
  )
  expect(textOf('What is the total refugees of the world?')).toBe(
    'Together, the 167 countries with figures have 39.31 million refugees (2024).',
  )
  expect(textOf('What is the total oil production of the world?')).toMatch(/^The world produced/)
})

it('counts imports as a share of GDP as positive', () => {
  expect(textOf('Which 2 countries have the highest imports as a share of GDP?')).toMatch(
    /are Luxembourg \(186\.7% in 2023\) and San Marino \(173% in 2022\)\.$/,
  )
})

it('takes displaced persons for no refugees', () => {
  expect(ask('What are the refugees of Myanmar?')).toBeUndefined()
})

it('says the difference of each year that is asked for', () => {
  const question = 'What was the difference between the GDP of Poland and Spain in 1990 and 2023?'
  expect(textOf(question)).toMatch(
    /^Spain’s GDP in current US dollars was above Poland’s by \$470\.6 billion in 1990 and \$769\.5 billion in 2023\. The gap narrowed: /,
  )
})
