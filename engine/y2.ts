import {extractDocument} from './src/extract/extract-document.ts'
const enc=(s:string)=>new TextEncoder().encode(s)
const go=async(n:string,b:Uint8Array,f:string)=>{const t=process.cpuUsage();let r='';try{const d=await extractDocument(b,{url:'library://local/'+f,fileName:f});r=`${d.length} ${d[0]?.text.length}`}catch(x){r=String(x)};const c=process.cpuUsage(t);console.log(n,'cpu ms',Math.round((c.user+c.system)/1000),r)}
await go('warm',enc('a b'),'a.txt')
for (const k of [0.25,1]) {
await go('pre nl'+k,enc('<pre>'+'\n'.repeat(1e6*k)+'x</pre>'),'a.html')
await go('csv empty lines'+k,enc('a,b\n'+'\n'.repeat(1e6*k)+'1,2'),'a.csv')
await go('long txt'+k,enc('word '.repeat(4e6*k)),'a.txt')
await go('wide json'+k,enc('{"a":['+'{"b":1},'.repeat(200000*k)+'{}]}'),'a.json')
await go('md a'+k,enc('a|\n'+'-|'.repeat(1e5*k)+'x\n'),'a.md')
await go('md b'+k,enc('![a]('.repeat(2e5*k)),'a.md')
await go('md c'+k,enc('<a '.repeat(3e5*k)),'a.md')
await go('md d'+k,enc('x'+'- '.repeat(1e6*k)+'x'),'a.md')
await go('md e'+k,enc('\n'.repeat(1e6*k)+'x'),'a.md')
await go('b nest'+k,enc('<b>'.repeat(8e3*k)+'x'),'a.html')
await go('tables'+k,enc('<html><body>'+('<table><tr><td>x'.repeat(40)+'</table>'.repeat(40)).repeat(100*k)),'a.html')
}
