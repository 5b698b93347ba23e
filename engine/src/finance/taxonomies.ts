/** Names in the taxonomy of American filers. */
export const gaap = (...names: readonly string[]) => names.map(name => `us-gaap:${name}`)
/** Names in the taxonomy of those who report by international standards. */
export const ifrs = (...names: readonly string[]) => names.map(name => `ifrs-full:${name}`)
