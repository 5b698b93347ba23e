const LIST =
  /^(?<head>.*(?:[:–—]|\b(?:on|by|in terms of|with respect to|regarding|covering|concerning|including))\s)(?<list>[^:?]+?)[?.!\s]*$/is
const SEPARATOR = /\s*,\s*(?:and\s+|&\s*|plus\s+)?|\s+(?:and|&|plus|as well as)\s+/i
const MOST_WORDS = 5
const MOST_ITEMS = 10
/** A clause, a name that is masked, or a time is no item. */
const NO_ITEM =
  /^(?:[XYZW]|\d+|(?:what|which|who|how|why|when|where|is|are|does|do|has|have|it|they)\b.*)$/i

/** "Compare X and Y: size, growth and trade" asks for three things, of which a model may hear only two. */
export function listedItems(question: string): { head: string; items: readonly string[] } {
  const { head = '', list = '' } = LIST.exec(question)?.groups ?? {}
  const items = list.split(SEPARATOR).map(item => item.trim().replace(/^(?:the|their|its)\s+/i, ''))
  const isItem = (item: string) =>
    item !== '' && !NO_ITEM.test(item) && item.split(/\s+/).length <= MOST_WORDS
  const isList = items.length > 1 && items.length <= MOST_ITEMS && items.every(isItem)
  return { head: head.trim(), items: isList ? items : [] }
}
