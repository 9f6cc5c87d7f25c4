// One of several processes that summarize the same project: node context-writer.mjs <file> <name> <summaries>
import { openApp } from '../../src/app.ts'
import { callsOn } from './calls-on.ts'

const [file = '', name = '', summaries = '0'] = process.argv.slice(2)
const app = await openApp({ location: file })
const call = callsOn(app)
process.once('message', write)
process.send?.('ready')

async function write(): Promise<void> {
  for (let n = 0; n < Number(summaries); n++) {
    await call('context_summarize', { projectId: 'default', summary: `Process ${name}, summary ${n}.` })
  }
  process.send?.('done')
  await app.close()
  process.disconnect()
}
