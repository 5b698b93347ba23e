import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compilePolicy } from '../../policy/compile-policy.ts'
import { answerQuestion } from '../answer-question.ts'
import type { Facts } from '../facts.ts'
import { openShippedFacts } from '../testing/open-shipped-facts.ts'

const policy = compilePolicy({}, { now: new Date('2026-11-16') })
let facts: Facts
beforeAll(async () => {
  facts = await openShippedFacts()
})
afterAll(() => facts.close())

const ask = (question: string) =>
  answerQuestion(question, { facts, policy, today: '2026-11-16', most: 4 }).answer

const textOf = (question: string) =>
  ask(question)
    ?.statements.map(({ text }) => text)
    .join(' ')

describe('tournaments', () => {
  it('lists finals in a sentence and in a table with winner, runner-up, score and host', () => {
    const answer = ask('List the finals of the FIFA World Cup since 1990.')
    expect(answer?.statements).toHaveLength(1)
    expect(answer?.statements[0]?.text).toMatch(
      /^The 10 finals .* from 1990 to 2026: .*; Brazil beat Italy on penalties after 0–0 \(Pasadena, 1994\);/,
    )
    expect(answer?.table?.columns).toEqual(['Winner', 'Runner-up', 'Score', 'Host'])
    expect(answer?.table?.rows[0]).toMatchObject({
      label: '1990',
      cells: [{ text: 'Germany' }, { text: 'Argentina' }, { text: '1–0' }, { text: 'Italy' }],
    })
  })

  it('tells a tournament that a group decided from one with a final', () => {
    const answer = ask('List the finals of the FIFA World Cup from 1950 to 1954.')
    expect(answer?.statements[0]?.text).toBe(
      'The final of the FIFA World Cup: Germany beat Hungary 3–2 (Bern, 1954). Winners without a single final: Uruguay (1950).',
    )
  })

  it.each([
    [
      'Which hosts have won the African Cup of Nations?',
      /^Hosts won .* in 13 of 35 tournaments .*: Egypt \(1959\), .* Tunisia \(2004\), Egypt \(2006\), Ivory Coast \(2023\) and Morocco \(2025\)\.$/,
    ],
    [
      'Did the hosts win the UEFA Euro in 2024?',
      'No: Spain won the 2024 UEFA Euro, which was played in Germany.',
    ],
    [
      'Which teams have lost the final of the UEFA Euro most often?',
      /^Russia .* 3 times: 1964, 1972 and 1988\. Germany .* 3 times: 1976, 1992 and 2008\. Next come Yugoslavia \(2\), Italy \(2\) and England \(2\)\.$/,
    ],
    [
      'Which team has won the Copa América most often in a row?',
      'Argentina won the Copa América 3 times in a row: 1945, 1946 and 1947.',
    ],
    [
      'Which team has won the FIFA World Cup second most often?',
      /^Italy .* 4 times: 1934, 1938, 1982 and 2006\. Germany .* 4 times: 1954, 1974, 1990 and 2014\.$/,
    ],
    [
      'Which team has hosted the FIFA World Cup most often?',
      /^Mexico hosted the FIFA World Cup 3 times: 1970, 1986 and 2026\./,
    ],
    [
      'Who hosted the last 2 FIFA World Cups?',
      'The FIFA World Cup was played in Qatar (2022) and the United States, Mexico and Canada (2026).',
    ],
    [
      'In which years was the FIFA World Cup final decided on penalties?',
      /^The 3 finals .*1994\); .*2006\); .*2022\)\.$/,
    ],
    [
      'Which team scored the most goals at the FIFA World Cup in 2014?',
      /^Germany .*: 18 in 7 matches, followed by the Netherlands \(15\), Colombia \(12\) and Brazil \(11\)\.$/,
    ],
    [
      'How many goals were scored at the FIFA World Cup in 1994?',
      '141 goals were scored in the 52 matches of the 1994 FIFA World Cup.',
    ],
    ['How many teams took part in the UEFA Euro in 2016?', /^24 teams took part .*: Albania,/],
  ])('%s', (question, expected) => expect(textOf(question)).toMatch(expected))
})

describe('records in groups', () => {
  it('counts the women of each category in a sentence and a table, and says that one counts twice', () => {
    const answer = ask('How many women have won the Nobel Prize in each category?')
    expect(answer?.statements[0]?.text).toBe(
      'From 1903 to 2024, 65 women received the Nobel Prize (those who did so more than once count in each); by category: peace (19), literature (18), medicine (13), chemistry (8), physics (5) and economics (3).',
    )
    expect(answer?.table?.rows).toHaveLength(6)
  })

  it.each([
    [
      'How many women have won the Nobel Prize in each decade?',
      /1900s \(3\), 1910s \(1\), .* 1940s \(3\), 1950s \(0\), 1960s \(3\), .* and 2020s \(12\)\.$/,
    ],
    [
      'Who was the first woman to win the Nobel Prize in each category?',
      /chemistry \(Marie Curie, 1911\), economics \(Elinor Ostrom, 2009\), .* medicine \(Gerty Cori, 1947\)/,
    ],
    [
      'How many Nobel Prizes in Economics were shared?',
      '30 of the 56 Nobel Prizes in economics from 1969 to 2024 were shared.',
    ],
    [
      'How many Nobel Prizes in each category were shared?',
      /medicine \(75 of 115\), physics \(71 of 118\), .* literature \(4 of 117\)\.$/,
    ],
    [
      'What was the average age of the winners of the Nobel Prize in Economics?',
      /^The average age .* was 67\.2 years at the time of the prize \(96 awards/,
    ],
    [
      'In which decade did the most women win the Nobel Prize?',
      /is the 2010s \(13\), followed by the 2020s \(12\)/,
    ],
    [
      'How many senators does each party have?',
      'As of 15 June 2026, there are 100 US senators; by party: Republican (53), Democrat (45) and Independent (2).',
    ],
    [
      'How many representatives of Texas does each party have?',
      /37 members .* from Texas; by party: Republican \(24\) and Democrat \(13\)\.$/,
    ],
    ['What is the average age of the senators?', /of the 100 US senators is 65\.6 years\.$/],
    [
      'Which states have senators of different parties?',
      /4 of the 50 states .*: Maine \(.*\); Pennsylvania \(.*\); Vermont \(.*\); Wisconsin \(/,
    ],
    ['Which states have only one representative?', /: Alaska; Delaware; .* Vermont; Wyoming\.$/],
  ])('%s', (question, expected) => expect(textOf(question)).toMatch(expected))

  it('says that none of the states that are named fits', () => {
    const asked = 'Which of Montana and Delaware has senators of different parties?'
    expect(textOf(asked)).toMatch(
      /none of the 2 states has senators of different parties: Delaware/,
    )
  })
})

describe('offices', () => {
  it('names those who are level with the last of a ranking by time in office', () => {
    const answer = ask('Who are the 5 longest-serving senators?')
    // Collins, Durbin and Reed began on the same day.
    expect(answer?.statements[0]?.text).toMatch(
      /^The 5 longest-serving US senators, 7 with ties, are Chuck Grassley \(Republican, Iowa, since 1981; 45 years\), Mitch McConnell .* Patty Murray .* Ron Wyden .* and Jack Reed/,
    )
    expect(answer?.table?.rows).toHaveLength(7)
  })

  it.each([
    [
      'Who is the longest-serving Democratic senator?',
      /^Patty Murray .* \(33 years so far\), as of June 2026\.$/,
    ],
    [
      'Which presidents of the United States had no vice president?',
      '4 presidents of the United States had no vice president: John Tyler (1841–1845); Millard Fillmore (1850–1853); Andrew Johnson (1865–1869); Chester A. Arthur (1881–1885).',
    ],
    [
      'Which vice presidents of the United States served under more than one president?',
      /^2 vice presidents .*: George Clinton \(1805–1812: Thomas Jefferson, James Madison\); John C. Calhoun/,
    ],
    [
      'How many women are in the House of Representatives and the Senate?',
      /128 of the 437 .* are women\. .* 26 of the 100 US senators are women\.$/,
    ],
    [
      'How old were Einstein, Bohr and Feynman at the time of the Nobel Prize?',
      /Niels Bohr was 37 .* Albert Einstein was 42 .* Richard P\. Feynman was 47 .* Aage N\. Bohr was 53/,
    ],
    [
      'How many times was the Nobel Prize in Literature not awarded?',
      /in 7 of the years from 1901 to 2024: 1914, 1918, 1935, 1940, 1941, 1942 and 1943\.$/,
    ],
    ['Who was the second woman to win the Nobel Prize in Physics?', /^Maria Goeppert Mayer/],
    [
      'How many Nobel Prizes in Literature did laureates born in Latin America win?',
      /^Of the laureates born in Latin America and the Caribbean .*, 8 laureates received the Nobel Prize in literature: Gabriela Mistral \(1945\), Miguel Angel Asturias/,
    ],
    [
      'Since when has Donald Trump been president of the United States?',
      /Donald Trump \(Republican\) has been President of the United States since 20 January 2025/,
    ],
    ['Who hosted the Copa América in 1975?', /^The 1975 Copa América had no host/],
  ])('%s', (question, expected) => expect(textOf(question)).toMatch(expected))

  it('lists countries of birth for a question that follows', () => {
    const list = ask('Which 3 countries have the most Nobel laureates?')?.list
    expect(list?.facts.map(({ subject }) => subject.name)).toEqual([
      'United States',
      'United Kingdom',
      'Germany',
    ])
  })
})

describe('nothing to list', () => {
  it.each([
    [
      'Which women have won the Nobel Prize in Physics since 2024?',
      'No women received the Nobel Prize in physics since 2024 (the records end in 2024); the last before was Anne L’Huillier in 2023.',
    ],
    [
      'Which women have won the Nobel Prize in Physics in 2021?',
      'No women received the Nobel Prize in physics in 2021; the last before was Andrea Ghez in 2020; the next was Anne L’Huillier in 2023.',
    ],
  ])('is an answer: %s', (question, expected) => {
    expect(textOf(question)).toBe(expected)
  })

  it('is no answer for years after the records', () => {
    expect(ask('Who won the UEFA Euro since 2030?')).toBeUndefined()
  })

  it('is said of each team that a question names', () => {
    expect(
      textOf('How many FIFA World Cup titles do Germany, England, Netherlands and Portugal have?'),
    ).toMatch(/England won .* once, in 1966\. The Netherlands and Portugal have never won the FIFA/)
    expect(
      textOf('How many FIFA World Cup titles do Germany and England have since 1990?'),
    ).toMatch(
      /^Germany won .* in 1990 and 2014\. England has not won the FIFA World Cup since 1990\.$/,
    )
  })
})

it.each([
  ['Who won the Nobel Prize in Physics until 1910?', /^14 laureates .* until 1910: .*\(1910\)\.$/],
  ['Who won the FIFA World Cup up to 1970?', /^5 teams won the FIFA World Cup until 1970: Uruguay/],
])('reads the last year of a time: %s', (question, expected) => {
  expect(textOf(question)).toMatch(expected)
})

describe('holders whom the collections list to the last one', () => {
  it.each([
    [
      'Did James Joyce win a Nobel Prize?',
      'No: none of the 1,004 laureates who received the Nobel Prize from 1901 to 2024 is named James Joyce.',
    ],
    [
      'Was Hillary Clinton president of the United States?',
      'No: none of the 45 people who were President of the United States from 1789 to 2025 is named Hillary Clinton.',
    ],
    [
      'Is Mitt Romney a senator?',
      'No: as of 15 June 2026, none of the 100 US senators is named Mitt Romney.',
    ],
    [
      'Did Marie Curie win the Nobel Prize in Literature?',
      'No, not in literature: Marie Curie received the Nobel Prize twice, in 1903 (physics) and 1911 (chemistry).',
    ],
    [
      'Which women born in India have won the Nobel Prize?',
      'None of the 9 laureates of the Nobel Prize born in India (as of today’s borders) is a woman.',
    ],
    [
      'Which women have been president of the United States?',
      'None of the 45 presidents of the United States is a woman.',
    ],
    [
      'Has a team in Asia ever won the FIFA World Cup?',
      /^No: none of the 8 teams that won the FIFA World Cup is in Asia: /,
    ],
    [
      'Which teams in Europe have won the FIFA World Cup?',
      /^5 teams in Europe won the FIFA World Cup: Italy .*England \(1966\)/,
    ],
  ])('answer: %s', (question, expected) => {
    expect(textOf(question)).toMatch(expected)
  })

  it.each(['Did Steinbek win a Nobel Prize?', 'Was Mitt Romney a senator?'])(
    'do not deny a name that may be a slip, or a time that they do not cover: %s',
    question => {
      expect(ask(question)).toBeUndefined()
    },
  )
})

describe('presidents', () => {
  it('of two terms apart have two predecessors and successors', () => {
    expect(textOf('Who was president of the United States before Cleveland?')).toMatch(
      /^Chester A\. Arthur .*, before Grover Cleveland\. Benjamin Harrison .*, before Grover Cleveland\.$/,
    )
  })

  it('are found by the number of their terms', () => {
    expect(
      textOf('Which presidents of the United States since 1900 served only one term?'),
    ).toMatch(
      /^8 presidents of the United States since 1900 held one term only, .*: William Howard Taft \(1909–1913\); .* Joe Biden \(2021–2025\)\.$/,
    )
    expect(textOf('Which presidents of the United States served four terms?')).toMatch(
      /^1 president .* Franklin D\. Roosevelt \(1933–1945\)\.$/,
    )
  })

  it('are counted back from the last one', () => {
    const said = ask('Who are the last 3 presidents of the United States?')?.statements
    expect(said?.map(({ text }) => text.replace(/ \(.*/, ''))).toEqual([
      'Donald Trump',
      'Joe Biden',
      'Donald Trump',
    ])
  })
})

describe('names', () => {
  it('are known by initials', () => {
    expect(
      textOf('In which year did J. J. Thomson and G. P. Thomson receive the Nobel Prize?'),
    ).toMatch(/^J\.J\. Thomson .* in 1906\. George Paget Thomson .* in 1937\.$/)
  })

  it('of teams of the past are found under their successors, up to their end', () => {
    expect(textOf('In which years did the Soviet Union win the UEFA Euro?')).toBe(
      'Russia won the 1960 UEFA Euro, beating Yugoslavia 2–1 in the final in Paris; the results list the Soviet Union team under Russia.',
    )
    expect(textOf('In which years did West Germany win the FIFA World Cup?')).not.toContain('2014')
  })
})
