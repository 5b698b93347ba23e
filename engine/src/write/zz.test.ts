import { it } from 'vitest'
import { parseWritten } from './parse-written.ts'
import { ledgerOf } from './testing/quoted.ts'
const { evidence } = ledgerOf(['The harbour opened in 1987.'])
it('t', () => {
  for (const [name, unit] of [['ids','E1 '],['ids.','. E1'],['open','[E1 '],['br','['],['bt','`'],['fence','```\n'],['script','<script'],['lt','<a'],['sp',' '],['link','[a]('],['img','!['],['pipe','| a '],['row','| a | b |\n'],['gt','> '],['hash','# a\n'],['star','*'],['bold','**a'],['und','__a'],['num','[1, '],['cmt','<!--'],['dash','- '],['dot','.'],['sent','A b c. '],['marks','[E1]'],['us','_'],['tilde','~~~'],['nl','\n'],['def','[a]: b'],['eq','=\n'],['www','www.a']] as const) {
    for (const tail of ['', ' x [E1].']) {
    const text = unit.repeat(Math.floor(200_000 / unit.length) ).slice(0, 199_980) + tail
    const t = performance.now(); parseWritten(text, { evidence, facts: [], language: 'en', isComplete: tail !== '' }); const ms = performance.now() - t
    if (ms > 150) console.log(name, tail, Math.round(ms)) }
  }
}, 120000)
