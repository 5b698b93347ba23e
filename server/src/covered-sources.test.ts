import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from './config.ts'
import { coveredSources } from './covered-sources.ts'

const EDGAR = {
  FOOTNOTE_EDGAR_URL: 'https://www.sec.gov',
  FOOTNOTE_CONTACT: 'you@example.com',
}

async function engineWith(body: object) {
  const server = createServer((request, reply) => {
    const isKnown = request.url === '/v1/sources' && request.headers['x-api-key'] === 'key'
    reply.writeHead(isKnown ? 200 : 404).end(JSON.stringify(body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, apiKey: 'key' }
}

it('lists the collections of the engine with their dates, the number of added documents, and services', async () => {
  const collections = [{ title: 'The World Factbook', publisher: 'CIA', edition: '2026-01-22' }]
  const engine = await engineWith({ collections, documents: 1_200 })
  const environment = {
    ...EDGAR,
    FOOTNOTE_BRAVE_KEY: 'secret',
    FOOTNOTE_SEARXNG_URL: 'http://127.0.0.1:8888',
  }
  const sources = (await coveredSources(readConfig(environment), engine)).join('\n')
  expect(sources).toMatch(
    /^The World Factbook \(CIA\), as of 22 January 2026\.\n1,200 documents added by the operator\.\nThe public web, through.*\nCompany filings.*$/,
  )
  expect(sources).not.toMatch(/secret|127\.0\.0\.1|sec\.gov/)
})

it('names a library if the engine does not list its sources', async () => {
  const { url } = await engineWith({})
  expect(await coveredSources(readConfig({}), { url, apiKey: 'other' })).toEqual([
    'A library of facts and documents.',
  ])
})

it('names only the public web if an upstream is configured', async () => {
  const config = readConfig({
    FOOTNOTE_UPSTREAM_URL: 'https://api.example.com',
    FOOTNOTE_UPSTREAM_KEY: 'secret',
  })
  expect(await coveredSources(config, undefined)).toEqual([
    'The public web, as searched by this service’s research provider.',
  ])
})
