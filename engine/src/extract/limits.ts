/** What one file may ask of the machine. Whatever is larger is refused with a reason. */
export const MAX_BYTES = 50 * 1024 * 1024
export const MAX_TEXT_CHARACTERS = 20_000_000
export const MAX_TABLE_CELLS = 2_000_000
export const MAX_PAGES = 5_000
export const MAX_RECORDS = 100_000
/** How deep elements of a page or values of JSON may lie in one another. */
export const MAX_DEPTH = 100
export const MAX_TITLE_CHARACTERS = 300
