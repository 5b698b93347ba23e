/** How a schema is laid out where the page writes it. */
export const FORMATTING = { tabSize: 2, insertSpaces: true } as const
