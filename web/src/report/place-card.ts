/** Distance between a card and the edge of the window. */
export const CARD_MARGIN_PX = 8
const GAP_PX = 6

interface Size {
  readonly width: number
  readonly height: number
}

interface Box extends Size {
  readonly left: number
  readonly top: number
}

/** Places a card below its anchor, or above if there is more room, always within the window. */
export function placeCard({ anchor, card, view }: { anchor: Box; card: Size; view: Size }): {
  readonly left: number
  readonly top: number
} {
  const below = anchor.top + anchor.height + GAP_PX
  const above = anchor.top - GAP_PX - card.height
  const fitsBelow = below + card.height + CARD_MARGIN_PX <= view.height
  const hasMoreAbove = anchor.top > view.height - (anchor.top + anchor.height)
  return {
    left: within(anchor.left + anchor.width / 2 - card.width / 2, view.width - card.width),
    top: within(fitsBelow || !hasMoreAbove ? below : above, view.height - card.height),
  }
}

function within(wanted: number, last: number): number {
  return Math.max(CARD_MARGIN_PX, Math.min(wanted, last - CARD_MARGIN_PX))
}
