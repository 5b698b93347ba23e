import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { describe, expect, it } from 'vitest'
import { createAddressRules, isPublicAddress } from './guarded-connector.ts'

/** Of the registries of special addresses, as first and last. */
const CLOSED_IPV4: readonly (readonly [string, string])[] = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['168.63.129.16', '168.63.129.16'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '239.255.255.255'],
  ['240.0.0.0', '255.255.255.255'],
]
const CLOSED_IPV6: readonly (readonly [string, number])[] = [
  ['::', 3],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['4000::', 3],
  ['5f00::', 16],
  ['8000::', 1],
  ['fc00::', 7],
  ['fd00:ec2::254', 128],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
]

const numberOf = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + +part, 0)
const octetsOf = (value: number) => [24, 16, 8, 0].map(shift => (value >>> shift) & 255)
const hex = (value: number) => value.toString(16)

const closedIpv4 = fc
  .constantFrom(...CLOSED_IPV4)
  .chain(([first, last]) => fc.integer({ min: numberOf(first), max: numberOf(last) }))

/** Each way to write a number as an address that a URL may hold. */
function spellings(value: number): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = octetsOf(value)
  const low16 = c * 256 + d
  return [
    `${a}.${b}.${c}.${d}`,
    `${a}.${b}.${c}.${d}.`,
    `${a}.${b}.${low16}`,
    `${a}.${b * 65_536 + low16}`,
    `${value}`,
    `0x${hex(value)}`,
    `0${value.toString(8)}`,
    `0x${hex(a)}.0${b.toString(8)}.${c}.0X${hex(d)}`,
    `0${a.toString(8)}.${b}.${c}.${d}`,
    `%3${String(a)[0]}${String(a).slice(1)}.${b}.${c}.${d}`,
    `${a}。${b}.${c}.${d}`,
  ]
}

/** The same address in the clothes of IPv6. */
function disguises(value: number): string[] {
  const [high, low] = [hex(value >>> 16), hex(value & 0xffff)]
  const dotted = octetsOf(value).join('.')
  const hidden = `${hex((value >>> 16) ^ 0xffff)}:${hex((value & 0xffff) ^ 0xffff)}`
  return [
    `::ffff:${dotted}`,
    `::ffff:${high}:${low}`,
    `0:0:0:0:0:FFFF:${high}:${low}`,
    `::ffff:0:${high}:${low}`,
    `::${high}:${low}`,
    `64:ff9b::${dotted}`,
    `64:ff9b:1::${dotted}`,
    `2002:${high}:${low}::1`,
    `2001:0:4136:e378:8000:63bf:${hidden}`,
  ]
}

const bare = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, '')

describe('isPublicAddress', () => {
  it('no spelling of a closed IPv4 address passes, as it is or as a URL has it', () => {
    fc.assert(
      fc.property(closedIpv4, value => {
        for (const spelling of spellings(value)) {
          expect([spelling, isPublicAddress(spelling)]).toEqual([spelling, false])
          const host = bare(`http://${spelling}/`)
          expect([host, isPublicAddress(host)]).toEqual([octetsOf(value).join('.'), false])
        }
      }),
    )
  })

  it('no IPv4 address passes in the clothes of IPv6, closed or not', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), value => {
        for (const disguise of disguises(value)) {
          expect([disguise, isPublicAddress(disguise)]).toEqual([disguise, false])
          expect(isPublicAddress(bare(`http://[${disguise}]/`))).toBe(false)
        }
      }),
    )
  })

  it('no closed IPv6 address passes', () => {
    const bytes = fc.array(fc.nat(255), { minLength: 16, maxLength: 16 })
    fc.assert(
      fc.property(fc.constantFrom(...CLOSED_IPV6), bytes, ([network, bits], random) => {
        const fixed = ipaddr.IPv6.parse(network).toByteArray()
        const mixed = random.map((byte, at) => {
          const mask = (0xff00 >> Math.min(8, Math.max(0, bits - at * 8))) & 0xff
          return ((fixed[at] ?? 0) & mask) | (byte & ~mask & 0xff)
        })
        const address = ipaddr.fromByteArray(mixed)
        expect(isPublicAddress(address.toString())).toBe(false)
        expect(isPublicAddress(address.toNormalizedString())).toBe(false)
      }),
    )
  })

  it.each(['fe80::1%eth0', '2606:4700::1%1', '', 'localhost', '1.2.3', '01.2.3.4', ' 8.8.8.8'])(
    '%j is no address',
    text => expect(isPublicAddress(text)).toBe(false),
  )

  it.each(['8.8.8.8', '93.184.215.14', '172.32.0.1', '100.128.0.1', '2606:4700::1111'])(
    '%s is public',
    text => expect(isPublicAddress(text)).toBe(true),
  )
})

describe('createAddressRules', () => {
  it('lets listed networks through, and no others', () => {
    const { mayReach, isListed } = createAddressRules(['10.1.0.0/16', 'fd12::/16'])
    expect(['10.1.2.3', 'fd12::1'].map(mayReach)).toEqual([true, true])
    expect(['10.2.0.1', 'fd13::1', '127.0.0.1', '::1'].map(mayReach)).toEqual(Array(4).fill(false))
    expect([mayReach('8.8.8.8'), isListed('8.8.8.8')]).toEqual([true, false])
  })

  it.each([
    '169.254.169.254',
    '100.100.100.200',
    '168.63.129.16',
    'fd00:ec2::254',
    '::ffff:169.254.169.254',
    '::169.254.169.254',
    '64:ff9b::169.254.169.254',
    '2002:a9fe:a9fe::',
  ])('%s stays closed when all networks are listed', address => {
    const { mayReach } = createAddressRules(['0.0.0.0/0', '::/0'])
    expect(mayReach(address)).toBe(false)
    expect(['127.0.0.1', '::1', '10.0.0.1', 'fd12::1'].map(mayReach)).toEqual(Array(4).fill(true))
  })

  it('says what is no network', () => {
    expect(() => createAddressRules(['10.0.0.0'])).toThrow('10.0.0.0 is no network')
  })
})
