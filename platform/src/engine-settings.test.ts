import { expect, it } from 'vitest'
import { engineAddressSettings, engineSettings } from './engine-settings.ts'

it.each(engineSettings)(
  'declares whether $name costs money and reaches out',
  ({ costsMoney, reachesOut }) => {
    expect(['never', 'always', 'unless on this machine']).toContain(costsMoney)
    expect(typeof reachesOut).toBe('boolean')
  },
)

it('counts every key for a third-party service as paid', () => {
  const keys = engineSettings.filter(
    setting => setting.name.endsWith('_KEY') && !engineAddressSettings.includes(setting),
  )
  expect(keys.length).toBeGreaterThan(0)
  for (const { name, costsMoney } of keys)
    expect({ name, costsMoney }).toEqual({ name, costsMoney: 'always' })
})

it('declares each setting once', () => {
  const names = engineSettings.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
