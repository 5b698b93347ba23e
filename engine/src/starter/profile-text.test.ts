import { expect, it } from 'vitest'
import { profileText } from './profile-text.ts'

it('nested texts become fields with their path, empty ones nothing', () => {
  const profile = {
    Geography: {
      Area: { total: { text: '12  sq km' }, water: { text: null } },
      Hazards: { text: 'floods', volcanism: { text: 'none ; quiet' } },
      'Water source': { '97.1improved': { text: ' ++ urban: 9% ++ rural: 8%' } },
    },
  }
  expect(profileText(profile)).toBe(
    [
      '# Geography',
      'Area — total: 12 sq km',
      'Hazards: floods',
      'Hazards — volcanism: none; quiet',
      'Water source — improved: urban: 9%; rural: 8%',
      '',
    ].join('\n'),
  )
})

it('values follow each other, a currency or a year stays with its figure', () => {
  const rates = { text: 'pesos (P) per US dollar - ++ 570.3 (2014 est.) ++ 495.3 (2013 est.)' }
  const imports = { text: '-39.7% ++ (2014 est.)' }
  expect(profileText({ Economy: { 'Exchange rates': rates, imports } })).toBe(
    '# Economy\nExchange rates: pesos (P) per US dollar - 570.3 (2014 est.); 495.3 (2013 est.)\n' +
      'imports: -39.7% (2014 est.)\n',
  )
})

it('long prose stands under a heading of its own, after the fields of its section', () => {
  const sentence = 'The lake has been fished for as long as anybody can remember, and still is. '
  const overview = { text: `${sentence.repeat(3)}++ ${sentence}`, note: { text: 'rough' } }
  expect(profileText({ Economy: { Overview: overview, Coast: { text: '3 km' } } })).toBe(
    '# Economy\nOverview — note: rough\nCoast: 3 km\n\n## Overview\n\n' +
      `${sentence.repeat(3).trim()}\n\n${sentence.trim()}\n`,
  )
})
