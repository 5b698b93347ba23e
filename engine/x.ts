import {extractDocument} from './src/extract/extract-document.ts'
import {readFileSync} from 'node:fs'
import {basename} from 'node:path'
for (const f of process.argv.slice(2)) {
  const t=performance.now()
  try {
    const [d,...r]=await extractDocument(readFileSync(f),{url:'library://local/'+encodeURIComponent(basename(f)),fileName:f,ownUrl:'any'})
    const {text,...rest}=d!
    console.log('=====',Math.round(performance.now()-t)+'ms',rest,text.length,r.length)
    console.log(process.env['FULL']?text:text.slice(0,+(process.env['N']??1500)))
  } catch(e) {console.log('=====',f,String(e))}
}
