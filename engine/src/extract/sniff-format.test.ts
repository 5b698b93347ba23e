import { describe, expect, it } from 'vitest'
import { isReadableName, sniffFormats } from './sniff-format.ts'

const sniff = (content: string, names: { fileName?: string; contentType?: string } = {}) =>
  sniffFormats(Buffer.from(content, 'latin1'), names)[0]

describe('the kind of a file', () => {
  it.each([
    ['%PDF-1.4', { fileName: 'a.txt' }, 'pdf'],
    ['<!DOCTYPE html><html>', { fileName: 'a.md' }, 'html'],
    ['<?xml version="1.0"?>\n<html xmlns="x">', {}, 'html'],
    ['<h1>Readme</h1>\n\nText', { fileName: 'README.md' }, 'markdown'],
    ['<p>fragment</p>', {}, 'html'],
    ['{"a": 1}', {}, 'json'],
    ['[link](a)', { fileName: 'a.md' }, 'markdown'],
    ['a,b', { contentType: 'text/csv; charset=utf-8' }, 'csv'],
    ['# Text', { fileName: 'a.md', contentType: 'text/plain' }, 'markdown'],
    ['Text', { contentType: 'application/octet-stream' }, 'text'],
  ])('of %j, called %j, is %s', (content, names, format) => {
    expect(sniff(content, names)).toBe(format)
  })

  it.each([
    ['PK\x03\x04', /Office file/],
    ['\x89PNG\r\n', /picture/],
    ['abc\0def', /binary file/],
    ['\x01\x02\x03\x04', /binary file/],
    ['<?xml version="1.0"?><rss>', /XML/],
  ])('refuses a file that cannot be read (%j)', (content, reason) => {
    expect(() => sniff(content)).toThrow(reason)
  })
})

it('recognises names of readable files', () => {
  expect(['a.HTML', 'b.pdf', 'c.jsonl'].every(isReadableName)).toBe(true)
  expect(['a.png', 'b', 'c.exe'].some(isReadableName)).toBe(false)
})
