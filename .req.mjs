import { chromium } from 'playwright-core'
import { ensureChromium } from './scripts/chromium.mjs'
import { statSync } from 'node:fs'
const b=await chromium.launch({executablePath:ensureChromium(),headless:true,args:['--no-sandbox'],timeout:120000})
const p=await (await b.newContext()).newPage(); const a=[]; p.on('request',r=>a.push([new URL(r.url()).pathname,Date.now()])); const t=Date.now()
await p.goto('http://127.0.0.1:4911/'); await p.getByRole('heading',{level:1}).waitFor(); const end=Date.now()
let sum=0; for(const [f,at] of a){ const js=/assets\/.*\.js$/.test(f); const n=js?statSync('dist/web'+f+'.gz').size:0; sum+=n; console.log(at-t,f,n||'')}
console.log('sum',sum,'requests',a.length,'h1 at',end-t); await b.close()
