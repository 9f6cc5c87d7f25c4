// Any program can keep records with plain HTTP: node examples/rest/notes.mjs http://127.0.0.1:4470
const [server = 'http://127.0.0.1:4470'] = process.argv.slice(2)
const token = process.env.DAYBOOK_TEAM_TOKEN

const { id: project_id } = await call('create_project', {
  id: 'orchard',
  name: 'Orchard app',
  idempotency_key: 'notes-1',
})
// With a key of its own the call may be repeated after a lost answer: it is done once.
const note = {
  project_id,
  conversation_id: 'nightly-notes',
  type: 'note',
  title: 'Frost damage in row 3',
  summary: 'Eleven trees, all on the north side.',
  body: 'The north side lies lower; cold air collects there.',
  idempotency_key: 'notes-2',
}
const written = await call('create_record', note)
const repeated = await call('create_record', note)
console.log(`Written: ${written.record.id}, repeated: ${repeated.record.id} at tick ${repeated.tick}`)

const { results, total } = await call('search_records', { project_id, query: 'frost rows' })
console.log(`Found ${total}: ${results[0].snippet}`)

const failed = await call('get_record_ref', { id: 'R999' }).catch(error => error.message)
console.log(`Refused: ${failed}`)

async function call(operation, args) {
  const response = await fetch(new URL(`/api/records/${operation}`, server), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(args),
  })
  const answer = await response.json()
  if (response.ok) return answer
  throw new Error(`${answer.error.code}: ${answer.error.recovery_hint}`)
}
