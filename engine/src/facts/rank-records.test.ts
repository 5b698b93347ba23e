import { join } from 'node:path'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Effort } from '../budgets.ts'
import { type Library, openLibrary } from '../library/open-library.ts'
import { createResearch } from '../pipeline/create-research.ts'
import { sharedReader } from '../reader/testing/shared-reader.ts'
import { NoResult, type Research } from '../research.ts'
import { createLibrarySource } from '../search/library-source.ts'
import { createAuthor } from '../with-fallback.ts'

/** Name, continent, area, output, growth, shore; the last one belongs to another. */
const LANDS = [
  ['Arvela', 'Norrland', '500,000', '$3.5 trillion', '1.1%', '0 km (landlocked)'],
  ['Borune', 'Norrland', '300,000', '$900.5 billion', '2.2%', '0 km (landlocked)'],
  ['Caldis', 'Norrland', '200,000', '$80.1 billion', '3.3%', '0 km (landlocked)'],
  ['Dorema', 'Sudland', '700,000', '$70.2 billion', '9.9%', '120 km'],
  ['Estvan', 'Sudland', '100,000', '$60.3 billion', '5.5%', '340 km'],
  ['Falune', 'Sudland', '50,000', '$50.4 billion', '6.6%', '560 km'],
] as const

let library: Library
let research: Research
let removeFolder: () => Promise<void>

beforeAll(async () => {
  const folder = await makeTemporaryFolder()
  removeFolder = folder.remove
  library = openLibrary(join(folder.path, 'library.db'))
  library.add([
    ...LANDS.map(([name, continent, area, output, growth, shore]) => ({
      url: `https://almanac.example/${name}`,
      title: `${name} — Almanac`,
      text: [
        '# Place',
        `Continent: ${continent}`,
        `Area — total: ${area} sq km`,
        `Coastline: ${shore}`,
        '# Economy',
        `GDP - real growth rate: ${growth}`,
        `GDP (official prices): ${output} (2020); $40 billion (2010)`,
        '# State',
        `Country name: ${name}`,
        'Capital: Somewhere',
        '',
      ].join('\n'),
    })),
    {
      url: 'https://almanac.example/Gulla',
      title: 'Gulla — Almanac',
      text: 'Area — total: 900,000 sq km\nCountry name: Gulla\nDependency status: territory of Arvela\nCapital: Port\n',
    },
  ])
  const now = () => new Date('2026-11-15T12:00:00Z')
  research = createResearch({
    source: createLibrarySource(library),
    author: createAuthor({ reader: await sharedReader() }),
    now,
  })
})

afterAll(async () => {
  library.close()
  await removeFolder()
})

async function ask(input: string, effort: Effort = 'lite') {
  return String((await research({ kind: 'answer', input, effort, sources: {} }, {})).content)
}

describe('a question about all of a kind', () => {
  it('ranks by what is asked, not by what merely has its name', async () => {
    expect(await ask('Which country has the highest GDP?')).toMatch(
      /^GDP \(official prices\), highest first, of 6 compared: Arvela \$3\.5 trillion/,
    )
  })

  it('leaves out what belongs to another', async () => {
    expect(await ask('What is the largest country?')).toMatch(/of 6 compared: Dorema 700,000 sq km/)
  })

  it('names the one at the place that is asked for', async () => {
    expect(await ask('What is the second largest country by area?')).toMatch(
      /^Area, number 2: Arvela 500,000 sq km/,
    )
  })

  it('stays within the region that is asked for', async () => {
    const content = await ask('Which country in Norrland has the largest area?')
    expect(content).toMatch(/of 3 compared \(Continent: Norrland\): Arvela/)
    expect(content).not.toContain('Dorema')
  })

  it('does not answer for the world when the region is unknown', async () => {
    await expect(ask('Which country in Westland has the largest area?')).rejects.toBeInstanceOf(
      NoResult,
    )
  })

  it('lists all beyond a figure', async () => {
    expect(await ask('Which countries have an area of more than 250,000 sq km?')).toMatch(
      /^Area above 250,000: 3 of 6 compared, highest first: Dorema .*; Arvela .*; Borune /,
    )
  })

  it('counts those that are something', async () => {
    expect(await ask('How many countries are landlocked?')).toMatch(
      /3 of 6: Arvela, Borune, Caldis/,
    )
  })
})

describe('a question about several', () => {
  it.each([
    ['Is Arvela larger than Borune?', /^Yes: Area — .*Arvela is larger by 200,000 sq km/],
    ['Is the GDP of Caldis higher than that of Borune?', /^No: GDP .*by \$820\.4 billion/],
    ['Is Arvela larger than Atlantis?', /500,000 sq km/],
    ["Arvela's GDP vs Borune's GDP", /Arvela is higher by \$2\.6 trillion/],
    ['What is the combined area of Arvela, Borune and Caldis?', /the sum is 1,000,000 sq km/],
    ['What is the average area of Arvela and Borune?', /the mean, each counted once, is 400,000/],
    ['Percentage change of GDP of Caldis from 2010 to 2020', /a rise of \$40\.1 billion, 100\.25%/],
  ])('is calculated and verified: %s', async (question, answer) => {
    expect(await ask(question)).toMatch(answer)
  })

  it('compares by what all of them have when nothing in particular is asked', async () => {
    const content = await ask('Compare Arvela and Borune', 'deep')
    expect(content).toMatch(/\| Area \| 500,000 sq km .*\| 300,000 sq km/)
    expect(content).toMatch(/\| GDP \(official prices\) \|/)
  })

  it('leaves out no subject at the smallest effort', async () => {
    const content = await ask(
      'Compare the area of Arvela, Borune, Caldis, Dorema, Estvan and Falune',
    )
    for (const [name] of LANDS) expect(content).toContain(name)
  })
})
