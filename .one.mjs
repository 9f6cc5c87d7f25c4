import { chromium } from 'playwright-core'
import { ensureChromium } from './scripts/chromium.mjs'
const [,, path, out, look='light']=process.argv
const b=await chromium.launch({executablePath:ensureChromium(),headless:true,args:['--no-sandbox']})
const c=await b.newContext({viewport:look==='phone'?{width:390,height:844}:{width:1360,height:900},colorScheme:look==='dark'?'dark':'light'})
const pg=await c.newPage(); pg.on('pageerror',e=>console.log('ERR',e.message.slice(0,200)))
await pg.goto('http://127.0.0.1:4911'+path); await pg.waitForSelector('h1'); await pg.waitForTimeout(1500)
await pg.screenshot({path:out,fullPage:true}); await b.close()
