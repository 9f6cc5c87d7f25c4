// A process of its own that writes records: <location> <project> <count>.
import { openApp } from '../../src/app.ts'
import { invoke } from '../../src/invoke.ts'
import { operationNamed } from '../../src/operations.ts'
import { rootRecord } from './root-record.ts'

const [location = '', project = '', count = '0'] = process.argv.slice(2)
const app = await openApp({ location })
const createRecord = operationNamed('create_record')
if (!createRecord) throw new Error('create_record is gone.')
for (let n = 1; n <= Number(count); n++) {
  const outcome = await invoke(app, createRecord, rootRecord(project, `${project} ${n}`), { principal: 'local' })
  if (!outcome.ok) throw outcome.fault
}
await app.close()
