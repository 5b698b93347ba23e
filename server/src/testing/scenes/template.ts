/** The migrated database that test files clone. */
export const TEMPLATE = 'footnote_template'
