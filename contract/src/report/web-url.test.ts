import { expect, test } from 'vitest'
import { hostOf, webUrl } from './web-url.ts'

test.each([
  ['https://www.example.com/a', 'example.com'],
  ['HTTP://Example.com:8080', 'example.com'],
  ['https://bank.example@evil.example/', 'evil.example'],
  ['https://аpple.com', 'xn--pple-43d.com'],
])('%s leads to %s', (url, host) => {
  expect(hostOf(url)).toBe(host)
})

test.each([
  ...['javascript:alert(1)', ' JaVaScRiPt:alert(1)', 'java\nscript:alert(1)', 'data:text/html,x'],
  ...['vbscript:x', 'blob:https://example.com/x', 'file:///etc', 'mailto:a@b.c', '//evil.example'],
  ...['/sign-out', '#main', '', 'https://', 'example.com'],
])('%j is no link', url => {
  expect(webUrl(url)).toBeUndefined()
  expect(hostOf(url)).toBeUndefined()
})
