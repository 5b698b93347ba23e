import { engineSettings } from '@footnote/platform/engine-settings'
import { expect, it } from 'vitest'
import { remarkOnSettings } from './remark-on-settings.ts'

it.each([
  'FOOTNOTE_SEARX_URL',
  'FOOTNOTE_LLM_API_KEY',
  'FOOTNOTE_WIKI_URL',
  'FOOTNOTE_LLM_URLS',
  'FOOTNOTE_ENGINE_CALL',
])('reports %s as misspelt, without its value', name => {
  const remarks = remarkOnSettings({ [name]: 'sesame' })
  expect(remarks).toEqual([`${name} is not a setting of Footnote; is it misspelt?`])
})

it('reports an address without the key that its service needs', () => {
  const env = { FOOTNOTE_BRAVE_URL: 'http://brave.test', FOOTNOTE_YOU_URL: 'http://you.test' }
  expect(remarkOnSettings({ ...env, FOOTNOTE_BRAVE_KEY: ' ', FOOTNOTE_YOU_KEY: 'k' })).toEqual([
    'FOOTNOTE_BRAVE_URL is set, but is not asked without FOOTNOTE_BRAVE_KEY',
  ])
})

it('nothing is said of the engine’s settings, nor of those that only the service has', () => {
  const ofService = ['FOOTNOTE_UPSTREAM_URL', 'FOOTNOTE_TASK_LIFETIME_SECONDS', 'FOOTNOTE_API_KEY']
  const others = ['FOOTNOTE_LITE_TIMEOUT_SECONDS', 'FOOTNOTE_BREAKER_SECONDS', 'PATH', 'LLM_KEY']
  const names = [...engineSettings.map(({ name }) => name), ...ofService, ...others]
  expect(remarkOnSettings(Object.fromEntries(names.map(name => [name, 'x'])))).toEqual([])
})
