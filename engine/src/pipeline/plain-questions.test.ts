import { describe, expect, it } from 'vitest'
import type { ResearchRequest } from '../research.ts'
import { ask, outsideScene } from './testing/outside-scene.ts'

const dam = {
  title: 'The Orrin dam',
  text: 'The Orrin dam is a gravity dam on the river Velm in Velmark. It was begun in 1926 and finished in 1931. The engineer was Maud Tarrow. It cost 14 million crowns. It holds back Lake Orrin and feeds a power station of 85 megawatts. Some 1,200 people worked on it.',
}
const company = {
  title: 'About us | Grelod Works',
  text: 'Grelod Works makes lanterns. Its chief executive is Jon Brill. The headquarters are in Onhava.',
}
const documents = [
  {
    url: 'https://library.example/oil',
    title: 'Oil of the northern shelf',
    text: 'The high cost of recovering oil led to less of it. The engineer of the largest platform was never named. What the platform cost was never told. Another engineer built a dam for the harbour.',
  },
  {
    url: 'https://library.example/caldis',
    title: 'Caldis — Almanac',
    text: 'Public debt: 30% of GDP (2014)\nInflation rate: 4.4% (2014)\nBirth rate: 13 births per 1,000 people (2014)\nDeath rate: 6 deaths per 1,000 people (2014)\n',
  },
]

async function contentFor(input: string, more: Partial<ResearchRequest> = {}): Promise<string> {
  const scene = await outsideScene({ pages: { '/dam': dam, '/company': company }, documents })
  const { content } = await ask(scene, { input, ...more })
  return String(content)
}

describe('without a model', () => {
  it.each([
    ['Who was the engineer of the Orrin dam?', 'The engineer was Maud Tarrow [[1]].'],
    ['How much did the Orrin dam cost?', 'It cost 14 million crowns [[1]].'],
    ['What did the Orrin dam cost?', 'It cost 14 million crowns [[1]].'],
    ['Who is the CEO of Grelod Works?', 'Its chief executive is Jon Brill [[1]].'],
    ['Where is Grelod Works based?', 'The headquarters are in Onhava [[1]].'],
    ['How many people worked on the Orrin dam?', 'Some 1,200 people worked on it [[1]].'],
  ])('a page answers "%s" where it speaks of its title as "it"', async (input, answer) => {
    expect(await contentFor(input, { kind: 'answer', effort: 'lite' })).toBe(answer)
  })

  it('a figure beside the name is no answer when it is of something else', async () => {
    await expect(contentFor('How many fish live in Lake Orrin?')).rejects.toThrow(
      'No source supports',
    )
  })

  it('what the second clause calls "it" is what the first one names, and nothing else', async () => {
    const content = await contentFor('When was the Orrin dam finished and what did it cost?')
    expect(content).toContain('finished in 1931 [[1]].')
    expect(content).toContain('It cost 14 million crowns [[1]].')
    expect(content).not.toMatch(/oil|platform/)
  })

  it('documents that do not name whom the question names add nothing to a report', async () => {
    const content = await contentFor('Who was the engineer of the Orrin dam?')
    expect(content).toContain('The engineer was Maud Tarrow [[1]].')
    expect(content).not.toContain('Another engineer')
  })

  it('the details of a rate are of no other rate', async () => {
    const content = await contentFor('public debt and inflation rate of Caldis')
    expect(content).toContain('4.4%')
    expect(content).not.toMatch(/Birth|Death/)
  })
})
