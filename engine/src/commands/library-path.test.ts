import { expect, it } from 'vitest'
import { libraryPath } from './library-path.ts'

it('the library is in the data folder, or where its own setting says', () => {
  expect(libraryPath({})).toBe('.footnote/library/library.db')
  expect(libraryPath({ FOOTNOTE_DATA_DIR: '/data' })).toBe('/data/library/library.db')
  const both = { FOOTNOTE_DATA_DIR: '/data', FOOTNOTE_LIBRARY_DIR: '/books' }
  expect(libraryPath(both)).toBe('/books/library.db')
})
