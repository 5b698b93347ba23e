import { describe, expect, it } from 'vitest'
import { blocks } from '../../text/blocks.ts'
import { buildPdf, placeLines } from '../testing/build-pdf.ts'
import { encryptWithoutPassword } from '../testing/encrypt-pdf.ts'
import { extractOne } from '../testing/extract-text.ts'

describe('a PDF', () => {
  const body = [
    'The harbour was deepened in 1921 so that larger ships could enter it at any time, and the in-',
    'crease in trade that followed made the town rich. A well-known engineer from the capital had',
    'drawn the plans, which the council had refused twice.',
  ]

  it('has its lines joined to paragraphs, broken words whole, and headings by size', async () => {
    const bytes = buildPdf([
      [
        { text: 'The harbour', x: 72, y: 720, size: 20 },
        ...placeLines(body, { y: 680 }),
        ...placeLines(['A second paragraph.'], { y: 620 }),
      ],
    ])
    const { text, title } = await extractOne(bytes, 'harbour.pdf')
    expect(title).toBe('The harbour')
    expect(text).toBe(
      '# The harbour\n\nThe harbour was deepened in 1921 so that larger ships could enter it at any ' +
        'time, and the increase in trade that followed made the town rich. A well-known engineer ' +
        'from the capital had drawn the plans, which the council had refused twice.\n\n' +
        'A second paragraph.',
    )
  })

  it('tells its title and day of making, unless a program made the title up', async () => {
    const read = (title: string) =>
      extractOne(
        buildPdf([placeLines(['Some text of the page'], { y: 700 })], {
          info: `/Title (${title}) /CreationDate (D:20190304101112Z)`,
        }),
        'report-2019.pdf',
      )
    expect(await read('Annual report')).toMatchObject({
      title: 'Annual report',
      publishedOn: '2019-03-04',
    })
    expect((await read('Microsoft Word - x.doc')).title).toBe('Some text of the page')
  })

  it('goes on with a sentence on the next page, without running heads and page numbers', async () => {
    const pages = ['one', 'two', 'three', 'four', 'five'].map((word, at) => [
      { text: 'Annual report of the harbour', x: 72, y: 760 },
      {
        text: `This page, which is page ${word} of all of them, says that the water was deep and`,
        x: 72,
        y: 700,
      },
      { text: `${at + 1}`, x: 300, y: 40 },
    ])
    const { text } = await extractOne(buildPdf(pages), 'a.pdf')
    expect(text).not.toContain('Annual report')
    expect(text.split('\n')[0]).toMatch(/page one .* and$/)
    expect(text).not.toMatch(/^\d$/m)
  })

  it('has tables where its columns line up', async () => {
    const rows = [
      ['Item', '2020', '2019'],
      ['Net sales', '1,234', '987'],
      ['Costs', '(1,001)', '(800)'],
      ['Profit', '233', '187'],
    ]
    const placed = rows.flatMap(([label = '', now = '', before = ''], at) => [
      { text: label, x: 72, y: 700 - at * 14 },
      { text: now, x: 340 - now.length * 5, y: 700 - at * 14 },
      { text: before, x: 440 - before.length * 5, y: 700 - at * 14 },
    ])
    const bytes = buildPdf([[...placeLines(body, { y: 760 }), ...placed]])
    const { text } = await extractOne(bytes, 'a.pdf')
    const table = blocks(text).find(block => block.kind === 'table')
    expect(table?.rows.map(row => row.map(cell => cell.text))).toEqual(rows)
  })

  describe('has the titles of the columns in the table', () => {
    const rows = [
      ['Bolt', '12', '0.50'],
      ['Nut', '40', '0.10'],
      ['Washer', '60', '0.05'],
    ]
    const place = (cells: readonly string[], { y, xs }: { y: number; xs: readonly number[] }) =>
      cells.map((text, at) => ({ text, x: xs[at] ?? 0, y }))

    it.each([
      ['stand close together', 14, ['Item description', 'Quantity', 'Price each']],
      ['are set apart by a line', 40, ['Item', 'Quantity', 'Price']],
    ])('where they %s', async (_, drop, titles) => {
      const xs = [72, 150, 195]
      const placed = [titles, ...rows].flatMap((cells, at) =>
        place(cells, { xs, y: at === 0 ? 690 : 704 - drop - at * 14 }),
      )
      const { text } = await extractOne(
        buildPdf([[...placeLines(body, { y: 760 }), ...placed]]),
        'a.pdf',
      )
      const table = blocks(text).find(block => block.kind === 'table')
      expect(table?.rows.map(row => row.map(cell => cell.text))).toEqual([titles, ...rows])
    })

    it('but not the sentence above them', async () => {
      const placed = rows.flatMap((cells, at) =>
        place(cells, { xs: [72, 150, 195], y: 724 - at * 14 }),
      )
      const { text } = await extractOne(
        buildPdf([[...placeLines(body, { y: 760 }), ...placed]]),
        'a.pdf',
      )
      expect(text).toContain('refused twice.\n\n| Bolt | 12 | 0.50 |')
    })
  })

  it('of two columns is read one column after the other, as its content goes', async () => {
    const left = ['The left column begins here with', 'a sentence that goes on and ends.']
    const right = ['The right column says something', 'else that has its own end.']
    const bytes = buildPdf([
      [...placeLines(left, { y: 700 }), ...placeLines(right, { x: 330, y: 700 })],
    ])
    const { text } = await extractOne(bytes, 'a.pdf')
    expect(text).toContain('begins here with a sentence that goes on and ends.')
    expect(text).toContain('says something else that has its own end.')
  })
})

it('keeps a balance sheet whole if two labels follow each other', async () => {
  const rows = [
    ['', '2022', '2021'],
    ['ASSETS'],
    ['Current assets:'],
    ['Cash and cash equivalents', '476', '442'],
    ['Total assets', '4,390', '4,083'],
    ['LIABILITIES'],
    ['Current liabilities:'],
    ['Accounts payable', '380', '354'],
    ['Total liabilities', '2,045', '1,902'],
  ]
  const placed = rows.flatMap((cells, row) =>
    cells.flatMap((text, at) =>
      text === '' ? [] : [{ text, x: 72 + at * 170, y: 700 - row * 12 }],
    ),
  )
  const { text } = await extractOne(buildPdf([placed]), 'balance.pdf')
  expect(blocks(text).map(({ kind }) => kind)).toEqual(['table'])
  expect(text).toContain('| LIABILITIES | | |\n| Current liabilities: | | |')
})

it.each(['last', 'first'] as const)(
  'joins a label whose figures are beside its %s line',
  async line => {
    const rows = [
      [['(Dollars in millions, except per share amounts)'], 'Dec. 31,', 'Dec. 31,'],
      [[], '2022', '2021'],
      [['Net sales'], '900', '800'],
      [['Cost of sales'], '(500)', '(450)'],
      [['Research'], '100', '90'],
      [['NET INCOME ATTRIBUTABLE TO THE', 'LARKWOOD CORPORATION'], '180', '160'],
      [['Dividends'], '50', '40'],
      [
        [
          'Common stock, $0.01 par value; 4,990 shares',
          'authorized; 433 and 430 shares issued',
          'and outstanding',
        ],
        '18',
        '15',
      ],
      [['Shares'], '430', '433'],
    ] as const
    let y = 700
    const placed = rows.flatMap(([label, now, before]) => {
      const lines = label.map((text, at) => ({ text, x: 72, y: y - at * 11 }))
      const beside = line === 'last' ? y - Math.max(0, label.length - 1) * 11 : y
      y -= Math.max(0, label.length - 1) * 11 + 15
      return [...lines, { text: now, x: 340, y: beside }, { text: before, x: 440, y: beside }]
    })
    const { text } = await extractOne(buildPdf([placed]), 'income.pdf')
    expect(blocks(text).map(({ kind }) => kind)).toEqual(['table'])
    expect(text).toContain('| NET INCOME ATTRIBUTABLE TO THE LARKWOOD CORPORATION | 180 | 160 |\n')
    expect(text).toContain('authorized; 433 and 430 shares issued and outstanding | 18 | 15 |\n')
    expect(text).toContain(
      '| (Dollars in millions, except per share amounts) | Dec. 31, | Dec. 31, |',
    )
  },
)

it('does not take the currency sign of a figure for the end of a long label', async () => {
  const rows = ['Net increase in cash and equivalents', 'Cash at the end', 'Debt'].flatMap(
    (label, at) => [
      { text: label, x: 72, y: 700 - at * 14 },
      { text: '$', x: 252, y: 700 - at * 14 },
      { text: `1,0${at}0`, x: 320, y: 700 - at * 14 },
      { text: `2,0${at}0`, x: 420, y: 700 - at * 14 },
    ],
  )
  const { text } = await extractOne(buildPdf([rows]), 'cash.pdf')
  expect(text).toContain('| Net increase in cash and equivalents | $1,000 | 2,000 |')
})

it('marks where a page begins, and reads column titles of several lines', async () => {
  const title = (x: number, year: string) => [
    { text: 'At June', x, y: 700 },
    { text: `30, ${year}`, x, y: 688 },
  ]
  const rows = ['Cash', 'Stock', 'Land'].flatMap((label, at) => [
    { text: label, x: 72, y: 670 - at * 12 },
    { text: '$', x: 300, y: 670 - at * 12 },
    { text: `(1,0${at}0`, x: 320, y: 670 - at * 12 },
    { text: ')', x: 352, y: 670 - at * 12 },
    { text: `2,0${at}0`, x: 420, y: 670 - at * 12 },
  ])
  const page = [...title(310, '2022'), ...title(410, '2021'), ...rows]
  const { text } = await extractOne(
    buildPdf([placeLines(['A first page.'], { y: 700 }), page]),
    'two.pdf',
  )
  expect(text).toBe(
    'A first page.\n\n\f\n\n| | At June | At June |\n| | 30, 2022 | 30, 2021 |\n' +
      '| Cash | $(1,000) | 2,000 |\n| Stock | $(1,010) | 2,010 |\n| Land | $(1,020) | 2,020 |',
  )
})

it('reads an AES-256 encrypted PDF that needs no password', async () => {
  const page = placeLines(['The harbour was deepened in 1921.'], { y: 700 })
  const bytes = buildPdf([page], { encryption: encryptWithoutPassword() })
  const { text } = await extractOne(bytes, 'locked.pdf')
  expect(text).toContain('The harbour was deepened in 1921.')
})

it('what only begins like a PDF is refused', async () => {
  await expect(extractOne('%PDF-1.7 and nothing more', 'a.pdf')).rejects.toThrow(/damaged PDF/)
  await expect(extractOne('Not found', 'a.pdf')).rejects.toThrow(/holds none/)
})

it('a PDF without text is refused with advice', async () => {
  await expect(extractOne(buildPdf([[]]), 'scan.pdf')).rejects.toThrow(/text recognition/)
})
