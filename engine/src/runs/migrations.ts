/** The folder of the numbered SQL files. */
export const MIGRATIONS = new URL('../../migrations/', import.meta.url)
