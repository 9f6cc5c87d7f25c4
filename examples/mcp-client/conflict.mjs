// Two windows change the same record. Nothing is overwritten unseen: the second one is shown both versions and decides.
import { openChat } from './connect.mjs'

const [first, second] = await Promise.all([openChat('first window'), openChat('second window')])
await first.call('create_project', { id: 'orchard', name: 'Orchard app' })
const { record, session_id: mine } = await first.call('create_record', {
  project_id: 'orchard',
  type: 'conclusion',
  title: 'Ties go to the lower phone number',
  summary: 'What happens when two edits carry the same count.',
  body: 'The lower phone number wins.',
})
const { session_id: theirs, conflict: alsoActive } = await second.call('activate', { id: record.id })
console.log(`Warned: ${alsoActive.message}`)

await first.call('update_record', { session_id: mine, id: record.id, body: 'The lower phone number wins, always.' })

const refused = await second.call('update_record', { session_id: theirs, id: record.id, body: 'The later sync wins.' })
console.log(`Applied: ${refused.applied}`)
console.log(`Theirs: ${refused.record.body}`)

// A person compares both and writes the result over exactly the version that was shown.
const merged = await second.call('update_record', {
  session_id: theirs,
  id: record.id,
  body: 'The lower phone number wins, always; the time of sync plays no part.',
  force: true,
  base_version: refused.conflict.current_version,
})
console.log(`Merged: version ${merged.record.version}, tick ${merged.tick}`)

const { changes } = await first.call('sync_session', { session_id: mine })
console.log(`The first window learns: ${changes.map(change => `${change.change_type} ${change.record_id}`).join(', ')}`)
await Promise.all([first.close(), second.close()])
