// One of several processes that write to the same store: node writer.mjs <file> <writes>
import { openCaller } from './caller.ts'
import { newRecord } from './new-record.ts'

export interface Written {
  /** Milliseconds of each write. */
  waits: number[]
}

const [file = '', writes = '0'] = process.argv.slice(2)
const caller = await openCaller(file)
process.once('message', write)
process.send?.('ready')

async function write(): Promise<void> {
  const waits: number[] = []
  let session: { session_id?: string } = {}
  for (let number = 0; number < Number(writes); number++) {
    const started = performance.now()
    const { session_id } = await caller.call('create_record', { ...newRecord(number), ...session })
    waits.push(performance.now() - started)
    session = { session_id }
  }
  const written: Written = { waits }
  process.send?.(written)
  await caller.close()
  process.disconnect()
}
