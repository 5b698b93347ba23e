import type { Shown } from './strategy.ts'

const ITEM = /^([EF]\d+)\n<<<(quote|calculated) (\w+)>>>\n([\s\S]*?)\n<<<end of \2 \3>>>/gm
const CLAIM =
  /^Claim (\d+)\n<<<claim (\w+)>>>\n([\s\S]*?)\n<<<end of claim \2>>>\n<<<quotes (\w+)>>>\n([\s\S]*?)\n<<<end of quotes \4>>>/gm

/** The quotes and calculated sentences of a prompt to write from. */
export function readShown(prompt: string): Shown[] {
  return Array.from(prompt.matchAll(ITEM), ([, id = '', kind = '', , body = '']) => {
    const [first = '', ...rest] = body.split('\n')
    return kind === 'quote'
      ? { id, title: first.replace(/ \(\d{4}-\d\d-\d\d\)$/, ''), text: rest.join('\n') }
      : { id, title: '', text: body }
  })
}

/** The claims of a prompt to judge. */
export function readClaims(
  prompt: string,
): { readonly claim: number; readonly text: string; readonly quotes: string }[] {
  return Array.from(prompt.matchAll(CLAIM), ([, claim, , text = '', , quotes = '']) => ({
    claim: Number(claim),
    text,
    quotes,
  }))
}
