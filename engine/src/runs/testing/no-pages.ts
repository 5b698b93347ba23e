import type { Pages } from '../../pages.ts'

/** For engines that are asked for no pages. */
export const noPages: Pages = { search: async () => [], read: async () => [] }
