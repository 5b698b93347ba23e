import { afterAll, beforeAll, describe, it } from 'vitest'
import { startValidation, type Validation } from '../../testing/scenes/start-validation.ts'

let check: Validation
beforeAll(async () => {
  check = await startValidation()
})
afterAll(() => check.test.close())

const LABEL_63 = 'a'.repeat(63)
/** Exactly 253 characters. */
const LONGEST_NAME = `${LABEL_63}.${LABEL_63}.${LABEL_63}.${'a'.repeat(61)}`

describe('a domain is', () => {
  it.each([
    ['a host name', 'example.com'],
    ['a deep host name', 'a.b.c.d.example.co.uk'],
    ['a bare suffix', 'gov'],
    ['a suffix of two labels', 'co.uk'],
    ['a name with hyphens and digits', '4-u.ex--ample.com'],
    ['a name in punycode', 'xn--bcher-kva.example'],
    ['an international name', 'bücher.例え'],
    ['a name that only looks like an address', '127.0.0.1.example.com'],
    ['a label of 63 characters', `${LABEL_63}.com`],
    ['a name of 253 characters', LONGEST_NAME],
    ['a name of 253 characters and a trailing dot', `${LONGEST_NAME}.`],
  ])('%s', async (_, domain) => {
    await check.expectTaken('answer', { query: 'q', include_domains: [domain] })
    await check.expectTaken('research', {
      input: 'i',
      source_control: { exclude_domains: [domain] },
    })
  })
})

describe('a domain is not', () => {
  it.each([
    ['nothing', ''],
    ['a blank', ' '],
    ['a dot', '.'],
    ['a name that starts with a dot', '.gov'],
    ['a name with an empty label', 'a..org'],
    ['a name with two trailing dots', 'a.org..'],
    ['a URL', 'https://example.com'],
    ['a URL without a scheme', '//example.com'],
    ['a mail address', 'user@example.com'],
    ['a name with a port', 'example.com:443'],
    ['a name with an empty port', 'example.com:'],
    ['a name with a path', 'example.com/path'],
    ['a name with a backslash', 'example.com\\path'],
    ['a name with a query', 'example.com?q'],
    ['a name with a fragment', 'example.com#f'],
    ['a name with a space', 'exa mple.com'],
    ['a name with a newline', 'example.com\n'],
    ['a name with a tab in it', 'exa\tmple.com'],
    ['a name with a percent sign', 'ex%61mple.com'],
    ['a wildcard', '*.example.com'],
    ['a wildcard alone', '*'],
    ['a pattern', 'example.*'],
    ['an address', '127.0.0.1'],
    ['an address with a trailing dot', '127.0.0.1.'],
    ['a short address', '127.1'],
    ['a hexadecimal address', '0x7f.1'],
    ['an octal address', '0177.0.0.1'],
    ['an address as one number', '2130706433'],
    ['an address as one hexadecimal number', '0x7f000001'],
    ['an address in full-width digits', '１２７.0.0.1'],
    ['an address with ideographic dots', '127。0。0。1'],
    ['a name with a numeric last label', 'example.1'],
    ['a name with a hexadecimal last label', 'example.0x1'],
    ['an address out of range', '999.999.999.999'],
    ['an IPv6 address', '::1'],
    ['an IPv6 address in brackets', '[::1]'],
    ['a label that starts with a hyphen', '-a.org'],
    ['a label that ends with a hyphen', 'a-.org'],
    ['a label with an underscore', '_dmarc.example.com'],
    ['a label of 64 characters', `${LABEL_63}a.com`],
    ['a label of 64 characters once in punycode', `${'ü'.repeat(60)}a.com`],
    ['a name of 254 characters', `${LONGEST_NAME}a`],
    ['a lone surrogate', 'a\ud800.com'],
    ['a forbidden character', 'exa<mple.com'],
    ['a NUL', 'a\0.com'],
  ])('%s', async (_, domain) => {
    for (const list of ['include_domains', 'exclude_domains', 'boost_domains']) {
      const domains = ['good.org', domain]
      await check.expectInvalid('answer', { query: 'q', [list]: domains }, [`/${list}/1`])
    }
    await check.expectInvalid(
      'research',
      { input: 'i', source_control: { boost_domains: [domain] } },
      ['/source_control/boost_domains/0'],
    )
  })
})

describe('include_domains excludes other controls', () => {
  const include = { include_domains: ['a.org'] }

  it.each([
    ['exclude_domains', { exclude_domains: ['b.org'] }, 1],
    ['boost_domains', { boost_domains: ['b.org'] }, 1],
    ['both', { exclude_domains: ['b.org'], boost_domains: ['c.org'] }, 2],
  ])('not with %s', async (_, others, count) => {
    const lists = { ...include, ...others }
    const paths = (at: string) => Array<string>(count).fill(at)
    await check.expectInvalid('answer', { query: 'q', ...lists }, paths('/include_domains'))
    const body = { input: 'i', source_control: lists }
    await check.expectInvalid('research', body, paths('/source_control/include_domains'))
  })

  it.each([
    ['an empty exclude_domains', { ...include, exclude_domains: [] }],
    ['an empty boost_domains', { ...include, boost_domains: [] }],
    ['itself empty', { include_domains: [], exclude_domains: ['a.org'], boost_domains: ['b.org'] }],
    ['all of them empty', { include_domains: [], exclude_domains: [], boost_domains: [] }],
  ])('and an empty list counts as absent: %s', async (_, lists) => {
    await check.expectTaken('answer', { query: 'q', ...lists })
    await check.expectTaken('research', { input: 'i', source_control: lists })
  })
})
