// Yesterday a chat left an open question. Today another one picks it up where it stopped.
import { openChat } from './connect.mjs'

const yesterday = await openChat('yesterday')
await yesterday.call('create_project', { id: 'orchard', name: 'Orchard app' })
const asked = await yesterday.call('create_record', {
  project_id: 'orchard',
  type: 'question',
  title: 'How do we merge offline edits?',
  summary: 'Two phones edit one list without a signal.',
  body: 'Both must keep what was typed.',
})
await yesterday.call('close_session', { session_id: asked.session_id })
await yesterday.close()

const today = await openChat('today')
const { open_records } = await today.call('get_project_overview', { project_id: 'orchard' })
const [question] = open_records
console.log(`Open: ${question.id} ${question.title}`)

const { session_id, context } = await today.call('activate', { id: question.id })
console.log(`Loaded: ${context.target.body}`)

const answer = await today.call('create_record', {
  session_id,
  parent_id: question.id,
  type: 'conclusion',
  title: 'Use a logical clock',
  summary: 'One counter per list orders all edits.',
  body: 'Clocks of phones differ, so each edit raises a counter; ties go to the lower phone number.',
})
await today.call('transition', { session_id, id: question.id, to_state: 'RESOLVED', resolved_by: answer.record.id })
const { saved_records } = await today.call('save_session', { session_id, summary: 'Order of edits decided' })
console.log(`Saved: ${saved_records.join(', ')}`)

const { tick } = await today.call('close_session', { session_id })
console.log(`Closed at tick ${tick}`)
await today.close()
