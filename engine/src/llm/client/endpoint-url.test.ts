import { expect, it } from 'vitest'
import { endpointUrl } from './call-chat.ts'

it.each([
  ['http://127.0.0.1:11434', 'http://127.0.0.1:11434/v1'],
  ['http://127.0.0.1:8000/', 'http://127.0.0.1:8000/v1'],
  ['http://127.0.0.1:8000/v1', 'http://127.0.0.1:8000/v1'],
  ['http://127.0.0.1:8000/v1/', 'http://127.0.0.1:8000/v1'],
  ['https://models.example/openai/v1', 'https://models.example/openai/v1'],
  ['https://models.example/v1beta/openai/', 'https://models.example/v1beta/openai'],
  ['https://models.example/proxy', 'https://models.example/proxy/v1'],
  ['https://models.example/v1/chat/completions', 'https://models.example/v1'],
  ['https://models.example/v1/models?x=1#y', 'https://models.example/v1'],
])('%s is %s', (given, url) => {
  expect(endpointUrl(given)).toBe(url)
})
