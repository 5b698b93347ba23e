/** Layout of the schemas that the page writes. */
export const FORMATTING = { tabSize: 2, insertSpaces: true } as const
