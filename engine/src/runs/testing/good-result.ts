import type { ResearchResult } from '../../research.ts'

export const goodResult: ResearchResult = {
  content: 'Sucre is the capital [[1]].',
  sources: [
    {
      url: 'https://example.com/bolivia',
      title: 'Bolivia',
      excerpts: ['Sucre is the capital'],
      publishedOn: '2016-01-27',
    },
  ],
  found: [
    {
      url: 'https://example.com/bolivia',
      title: 'Bolivia',
      snippets: ['Sucre is the capital'],
      publishedOn: '2016-01-27',
    },
    { url: 'https://example.com/peru', title: 'Peru', snippets: ['Lima'] },
  ],
}
