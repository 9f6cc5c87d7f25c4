import { chromium } from 'playwright-core'
import { ensureChromium } from './scripts/chromium.mjs'
const base='http://127.0.0.1:4911'
const names=(process.argv[2]??'').split(',').filter(Boolean)
const pages={home:'/',inbox:'/inbox',settings:'/settings',overview:'/p/sample',tree:'/p/sample/records/tree',record:'/p/sample/records/R90007',sessions:'/p/sample/records/sessions',activity:'/p/sample/records/activity',search:'/p/sample/search?q=penny',work:'/p/sample/work',build:'/p/sample/context',cproj:'/p/sample/context/project',room:'/p/sample/room',files:'/p/sample/room/files?path=README.md',issues:'/p/sample/room/issues',conferences:'/p/sample/room/conferences',canon:'/p/sample/room/canon',receipts:'/p/sample/room/receipts',notices:'/p/sample/room/notifications',agents:'/p/sample/room/agents',noroom:'/p/default/room',projects:'/projects',days:'/diary',day:'/diary/2026-11-15',range:'/diary/range',chat:'/p/sample/room/chat',telemetry:'/p/sample/room/telemetry',rset:'/p/sample/room/settings'}
const b=await chromium.launch({executablePath:ensureChromium(),headless:true,args:['--no-sandbox']})
const look=process.argv[3]??'light'
const c=await b.newContext({viewport:look==='phone'?{width:390,height:844}:{width:1360,height:900},colorScheme:look==='dark'?'dark':'light'})
for(const [n,p] of Object.entries(pages)){ if(names.length&&!names.includes(n))continue
 const pg=await c.newPage(); pg.on('pageerror',e=>console.log(n,'ERR',e.message.slice(0,200))); pg.on('console',m=>m.type()==='error'&&console.log(n,'console',m.text().slice(0,200)))
 await pg.goto(base+p); await pg.waitForSelector('h1',{timeout:20000}).catch(()=>console.log(n,'no h1')); await pg.waitForTimeout(1200)
 await pg.screenshot({path:`/tmp/shots/${n}-${look}.png`,fullPage:true}); await pg.close()}
await b.close()
