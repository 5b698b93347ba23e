import lists from '../../data/word-lists.json' with { type: 'json' }

/** Words without meaning of their own, as `fold` writes them. */
export const STOP_WORDS: ReadonlySet<string> = new Set(lists['stop words'].split(' '))
