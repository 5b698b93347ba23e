// Asks an engine through You.com's own SDK, which checks each reply by its schemas, and prints what it got.
import { You } from '@youdotcom-oss/sdk'

const [serverURL, apiKeyAuth, page, closedPage] = process.argv.slice(2)
const you = new You({ serverURL, apiKeyAuth })
const stranger = new You({ serverURL, apiKeyAuth: 'wrong' })
// Search has an address of its own in the SDK, which only an option of the call replaces.
const search = (request, client = you) => client.search(request, { serverURL })

const asks = {
  search: () => search({ query: 'capital of Bolivia', count: 2 }),
  'search with all parameters': () =>
    search({
      query: 'Orrin',
      count: 5,
      offset: 0,
      freshness: 'year',
      country: 'US',
      language: 'EN',
      safesearch: 'strict',
      livecrawl: 'all',
      livecrawlFormats: 'markdown',
    }),
  'contents as markdown': () => you.contents({ urls: [page, closedPage], format: 'markdown' }),
  'contents as html': () => you.contents({ urls: [page], format: 'html' }),
  'wrong key, search': () => search({ query: 'x' }, stranger),
  'wrong key, contents': () => stranger.contents({ urls: [page] }),
  'bad field': () => search({ query: 'x', count: 1_000 }),
}

const replies = {}
for (const [name, ask] of Object.entries(asks)) {
  replies[name] = await ask().catch(({ name, statusCode, detail }) => ({
    name,
    statusCode,
    detail,
  }))
}
process.stdout.write(JSON.stringify(replies))
