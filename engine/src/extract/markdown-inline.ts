/** What a line of Markdown says, without its marks: links by their text, pictures by theirs. */
export function markdownInline(line: string): string {
  // What is marked as code keeps its signs.
  return line
    .split(/(`{1,4}[^`\n]+`{1,4})/)
    .map((part, at) => (at % 2 === 1 ? part.replace(/^`+|`+$/g, '') : unmark(part)))
    .join('')
}

function unmark(text: string): string {
  return text
    .replace(
      /!\[([^[\]\n]{0,500})\](?:\([^()\s]{0,2000}(?:\s"[^"]{0,500}")?\)|\[[^[\]]{0,200}\])/g,
      '$1',
    )
    .replace(/\[\^[^[\]\s]{1,60}\]:?/g, '')
    .replace(
      /\[([^[\]\n]{1,500})\](?:\([^()\n]{0,1000}(?:\([^()\n]{0,500}\)[^()\n]{0,500})?\)|\[[^[\]]{0,200}\])/g,
      '$1',
    )
    .replace(/<(https?:\/\/[^\s<>]{1,2000}|[^\s<>@]{1,100}@[^\s<>]{1,100})>/g, '$1')
    .replace(/<\/?[a-z][a-z0-9-]{0,20}(?:\s[^<>]{0,500})?\/?>/gi, ' ')
    .replace(/(\*\*\*|\*\*|\*)(?=\S)([^*\n]{0,2000}?\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}])(__|_)(?=\S)([^_\n]{0,2000}?\S)\1(?![\p{L}\p{N}])/gu, '$2')
    .replace(/~~([^~\n]{1,2000})~~/g, '$1')
    .replace(/\\([\\`*_{}[\]()#+\-.!~>])/g, '$1')
}
