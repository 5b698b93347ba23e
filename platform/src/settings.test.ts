import { expect, it } from 'vitest'
import { ConfigError, findUnknownSettings, readSettings, setting } from './settings.ts'

const settings = [
  setting('FOOTNOTE_NAME', 'nobody', 'A name.'),
  setting('FOOTNOTE_COUNT', '3', 'A whole number.'),
  setting('FOOTNOTE_PAUSE_SECONDS', '0.5', 'A time.'),
  setting('FOOTNOTE_URL', '', 'An address.'),
  setting('FOOTNOTE_DATABASE', '', 'A server.'),
  setting('FOOTNOTE_COLOUR', 'red', 'red, green or blue.'),
]

const read = (env: Record<string, string>) =>
  readSettings(settings, env, reader => ({
    name: reader.text('FOOTNOTE_NAME'),
    count: reader.wholeNumber('FOOTNOTE_COUNT', 1, 9),
    pauseMs: reader.milliseconds('FOOTNOTE_PAUSE_SECONDS'),
    url: reader.url('FOOTNOTE_URL'),
    database: reader.postgresUrl('FOOTNOTE_DATABASE'),
    colour: reader.oneOf('FOOTNOTE_COLOUR', ['red', 'green', 'blue']),
  }))

it('reads values that are set and uses the fallback for the rest', () => {
  const fallbacks = {
    name: 'nobody',
    count: 3,
    pauseMs: 500,
    url: undefined,
    database: undefined,
    colour: 'red',
  }
  expect(read({})).toEqual(fallbacks)
  expect(read({ FOOTNOTE_NAME: ' ', FOOTNOTE_COUNT: '' })).toEqual(fallbacks)
  expect(
    read({
      FOOTNOTE_NAME: ' somebody ',
      FOOTNOTE_COUNT: '9',
      FOOTNOTE_PAUSE_SECONDS: '2',
      FOOTNOTE_URL: 'https://example.com/base//',
      FOOTNOTE_DATABASE: 'postgres://u:p@h/db',
      FOOTNOTE_COLOUR: 'blue',
    }),
  ).toEqual({
    name: 'somebody',
    count: 9,
    pauseMs: 2_000,
    url: 'https://example.com/base',
    database: 'postgres://u:p@h/db',
    colour: 'blue',
  })
})

it('reports every problem at once, by name and never by value', () => {
  const bad = Object.fromEntries(settings.map(({ name }) => [name, 'sesame']))
  expect(() => read(bad)).toThrow(
    new ConfigError(
      [
        'FOOTNOTE_COUNT must be a number from 1 to 9',
        'FOOTNOTE_PAUSE_SECONDS must be a number from 0.001 to 1036800',
        'FOOTNOTE_URL must be an http or https URL',
        'FOOTNOTE_DATABASE must be a postgres:// URL',
        'FOOTNOTE_COLOUR must be red, green or blue',
      ].join('\n'),
    ),
  )
  expect(() => read({ FOOTNOTE_COUNT: '2.5' })).toThrow('FOOTNOTE_COUNT must be a whole number')
})

it('does not read a setting that is not in the table', () => {
  expect(() => readSettings(settings, {}, reader => reader.text('HOST'))).toThrow(
    'unknown setting HOST',
  )
})

it('finds names that look like settings and are not', () => {
  const env = { FOOTNOTE_NAME: 'x', FOOTNOTE_NMAE: 'x', PATH: '/bin' }
  const known = settings.map(({ name }) => name)
  expect(findUnknownSettings(env, known)).toEqual(['FOOTNOTE_NMAE'])
})
