import { expect, it } from 'vitest'
import { extractDocument } from './extract-document.ts'
import { MAX_BYTES } from './extraction.ts'
import { extractOne } from './testing/extract-text.ts'

it('what the operator says goes before what the file says', async () => {
  const head = '---\ntitle: Own\ndate: 2001-01-01\nlang: de\n---\nText'
  const options = {
    title: 'Given',
    publishedOn: '2020-02-02',
    language: 'en',
    countries: ['GB'],
    rating: 'mature',
  } as const
  expect(await extractOne(head, 'a.md', options)).toMatchObject(options)
})

it('a file that is empty, blank or too large is refused with a reason', async () => {
  const options = { url: 'library://local/a.txt' }
  await expect(extractDocument(new Uint8Array(), options)).rejects.toThrow('is empty')
  await expect(extractOne(' \n ', 'a.txt')).rejects.toThrow('holds no text')
  const large = new Uint8Array(MAX_BYTES + 1).fill(32)
  await expect(extractDocument(large, options)).rejects.toThrow('larger than 50 MB')
})
