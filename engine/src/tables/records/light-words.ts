import { words } from '../../text/words.ts'

/** Words that do not name what a question is about, besides question words. */
export const LIGHT_STEMS: ReadonlySet<string> = new Set(
  words(
    `have make made generate earn achieve report post reach record give list tell show find get come there
    all each every whole entire current currently latest now amount figure please currently stand sit
    grow grew grown rise rose risen fall fell fallen drop dropped decline declined gain lose lost go went
    up down by exactly negative positive high low big small large long old young cheap expensive
    least most fewest longest shortest oldest youngest work live run few minimum maximum top bottom best worst biggest per`,
  ).map(({ stem }) => stem),
)
