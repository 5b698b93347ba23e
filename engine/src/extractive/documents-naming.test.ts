import { expect, it } from 'vitest'
import { documentsNaming } from './documents-naming.ts'

it('finds the documents that contain a whole name, in title, headings or text', () => {
  const passages = [
    passage(1, { title: 'Lake Orrin', text: 'It is deep.' }),
    passage(2, { title: 'Dams', text: 'One holds back a lake.' }),
    passage(2, { title: 'Dams', text: 'It was named after Orrin.' }),
    passage(3, { title: 'Lake Velm', text: 'It is deep.' }),
    passage(4, { title: 'Maud Tarrow', text: 'She built dams.' }),
  ]
  expect([...documentsNaming(['Lake Orrin', 'Tarrow'], passages)]).toEqual([1, 2, 4])
})

function passage(documentId: number, { title, text }: { title: string; text: string }) {
  const url = `https://library.example/${documentId}`
  return { documentId, title, url, start: 0, text, headings: [], score: 1 }
}
