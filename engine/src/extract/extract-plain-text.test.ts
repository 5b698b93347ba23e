import { describe, expect, it } from 'vitest'
import { extractOne } from './testing/extract-text.ts'

describe('plain text', () => {
  it.each([
    ['UTF-8', Buffer.from('Größe: 5 €', 'utf8')],
    ['UTF-8 with a mark', Buffer.from('\ufeffGröße: 5 €', 'utf8')],
    ['UTF-16 with a mark', Buffer.from('\ufeffGröße: 5 €', 'utf16le')],
    ['Windows-1252', Buffer.from('Gr\xf6\xdfe: 5 \x80', 'latin1')],
  ])('is read from %s', async (_, bytes) => {
    expect((await extractOne(bytes, 'a.txt')).text).toBe('Größe: 5 €')
  })

  it('has lines joined that were broken to fit a width, and no others', async () => {
    const source = [
      'A SHORT TITLE',
      '',
      'The first sentence of this text was broken at about sixty',
      'columns, as people did when they wrote letters to terminals,',
      'and it ends here.',
      'Name: Somebody',
      '- an item of a list that is about as long as the others are',
      '- another one',
    ].join('\n')
    expect((await extractOne(source, 'a.txt')).text.split('\n')).toEqual([
      'A SHORT TITLE',
      '',
      'The first sentence of this text was broken at about sixty columns, as people did when they ' +
        'wrote letters to terminals, and it ends here.',
      'Name: Somebody',
      '- an item of a list that is about as long as the others are',
      '- another one',
    ])
  })

  it('is called by its first line, if that is no sentence', async () => {
    expect((await extractOne('On dams\n\nText.', 'a.txt')).title).toBe('On dams')
    expect((await extractOne('It is a sentence.\nText.', 'some_notes.txt')).title).toBe(
      'some notes',
    )
  })
})
