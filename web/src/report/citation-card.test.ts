import { expect, test } from 'vitest'
import { placeCard } from './citation-card.tsx'

const view = { width: 360, height: 640 }
const card = { width: 344, height: 200 }
const at = (left: number, top: number) => ({ left, top, width: 12, height: 16 })

test.each([
  ['below its number', at(170, 100), 122],
  ['above its number if there is more room', at(170, 600), 394],
  ['within the window at the left', at(0, 100), 122],
  ['within the window at the right', at(348, 100), 122],
  ['within the window when its number is scrolled out below', at(170, 900), 432],
  ['within the window when its number is scrolled out above', at(170, -300), 8],
])('places a card %s', (_, anchor, top) => {
  expect(placeCard({ anchor, card, view })).toEqual({ left: 8, top })
})
