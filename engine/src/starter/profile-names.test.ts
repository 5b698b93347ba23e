import { expect, it } from 'vitest'
import { profileNames } from './profile-names.ts'

const named = (forms: Record<string, string>, noun = '', adjective = '', dependency = '') => ({
  Government: {
    'Country name': Object.fromEntries(
      Object.entries(forms).map(([label, text]) => [label, { text }]),
    ),
    'Dependency status': { text: dependency },
  },
  'People and Society': { Nationality: { noun: { text: noun }, adjective: { text: adjective } } },
})

it('the short form is the name, all others are aliases', () => {
  const forms = {
    'conventional long form': 'Republic of the Lakes',
    'conventional short form': 'Lakeland',
    'local long form': 'Lagoa Republika/Lago Res Publica',
    'local short form': 'none',
    abbreviation: 'LL or LKL',
  }
  expect(profileNames(named(forms, 'Laker(s) (singular and plural)', 'Lakish'), 'zz')).toEqual({
    name: 'Lakeland',
    aliases: [
      'Republic of the Lakes',
      'Lagoa Republika',
      'Lago Res Publica',
      'LL',
      'LKL',
      'Laker',
      'Lakers',
      'Lakish',
    ],
  })
})

it('without a short form the long form is the name', () => {
  const forms = { 'conventional long form': 'Lake Territory', 'conventional short form': 'none' }
  expect(profileNames(named(forms), 'zz').name).toBe('Lake Territory')
})

it('a second name in parentheses is an alias', () => {
  const { name, aliases } = profileNames(named({ 'conventional short form': 'Lake (Lagos)' }), 'zz')
  expect([name, ...aliases]).toEqual(['Lake (Lagos)', 'Lake', 'Lagos'])
})

it('a dependency does not take the name of another people', () => {
  const profile = named(
    { 'conventional short form': 'Hill' },
    'Laker(s)/Hiller',
    'Lakish',
    'of Lakeland',
  )
  expect(profileNames(profile, 'zz').aliases).toEqual(['Hiller'])
})

it('oceans and the world have names', () => {
  expect(profileNames({}, 'xx')).toEqual({ name: 'World', aliases: [] })
})
