import { sealMarkers } from '@footnote/contract/report/seal-markers'
import { expect, test } from 'vitest'
import { type ReportNode, tameReport } from './tame-report.ts'

const element = (tagName: string, properties = {}, children: ReportNode[] = []): ReportNode => ({
  type: 'element',
  tagName,
  properties,
  children,
})
const text = (value: string): ReportNode => ({ type: 'text', value })

function tame(children: ReportNode[], sealed = sealMarkers('', 0)): ReportNode[] {
  const tree = { type: 'root', children }
  tameReport(tree, sealed)
  return tree.children
}

test('nests headings without gaps below the report’s title', () => {
  const written = ['h1', 'h4', 'h4', 'h2', 'h6', 'h1', 'h3', 'h4', 'h5', 'h6']
  expect(tame(written.map(tag => element(tag))).map(({ tagName }) => tagName)).toEqual([
    'h3',
    'h4',
    'h4',
    'h4',
    'h5',
    'h3',
    'h4',
    'h5',
    'h6',
    'h6',
  ])
})

test('drops all attributes that are not shown', () => {
  const properties = { id: 'body', className: ['x'], title: 't', ariaLabel: 'a', align: 'right' }
  expect(tame([element('td', properties)])).toEqual([element('td', { align: 'right' })])
})

test('turns an image into a text link, or into text inside a link', () => {
  const image = element('img', { src: 'https://x.example/a.png', alt: 'A moon' })
  const words = text('Image: A moon')
  expect(tame([image])).toEqual([element('a', { href: 'https://x.example/a.png' }, [words])])
  expect(tame([element('a', { href: 'https://y.example' }, [image])])).toEqual([
    element('a', { href: 'https://y.example' }, [words]),
  ])
})

test('moves a citation behind its link and makes none from code', () => {
  const sealed = sealMarkers('[[1]]', 1)
  const [link, citation] = tame([element('a', { href: 'h' }, [text(sealed.text)])], sealed)
  expect(link?.children).toEqual([])
  expect(citation).toMatchObject({ tagName: 'data', properties: { value: '1' } })
  expect(tame([element('code', {}, [text(sealed.text)])], sealed)).toEqual([
    element('code', {}, [text('[[1]]')]),
  ])
})

test('removes characters that change the text direction', () => {
  const turned = 'a\u202Eb'
  const image = element('img', { src: 'https://x.example/a.png', alt: turned })
  expect(tame([text(turned), element('code', {}, [text(turned)]), image])).toEqual([
    text('ab'),
    element('code', {}, [text('ab')]),
    element('a', { href: 'https://x.example/a.png' }, [text('Image: ab')]),
  ])
})

test('returns the cited sources, without markers in code', () => {
  const sealed = sealMarkers('[[1, 3]]`[[2]]`', 3)
  const [outside = '', inside = ''] = sealed.text.split('`')
  const children = [text(outside), element('code', {}, [text(inside)])]
  expect(tameReport({ type: 'root', children }, sealed).cited).toEqual(new Set([1, 3]))
})

test('throws for trees that are too deep or too large', () => {
  let deep = text('end')
  for (let level = 0; level < 200; level += 1) deep = element('blockquote', {}, [deep])
  expect(() => tame([deep])).toThrow(RangeError)
  expect(() => tame(Array.from({ length: 30_000 }, () => text('x')))).toThrow(RangeError)
})

test('lists the headings in their order, and marks them for the contents', () => {
  const tree = {
    type: 'root',
    children: [
      element('h2', { id: 'body' }, [text('One')]),
      element('h4', {}, [text('Two '), element('em', {}, [text('parts')])]),
      element('h2', {}, []),
    ],
  }
  expect(tameReport(tree, sealMarkers('', 0)).headings).toEqual([
    { title: 'One', level: 1 },
    { title: 'Two parts', level: 2 },
  ])
  expect(tree.children.map(({ properties }) => properties)).toEqual([
    { dataHeading: 0, tabIndex: -1 },
    { dataHeading: 1, tabIndex: -1 },
    {},
  ])
})
