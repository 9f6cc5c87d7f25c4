// An agent writes the evidence of a turn: it asks what is missing, reads, writes, and corrects itself when refused.
import { fileURLToPath } from 'node:url'
import { openChat } from './connect.mjs'

const transcripts = fileURLToPath(new URL('../transcripts/', import.meta.url))
// Transcripts of other agents on this machine are not part of the example.
const others = ['COPILOT', 'CURSOR', 'GEMINI', 'GOOSE', 'JSONL', 'OPENCODE', 'PI', 'QWEN', 'VSCODE']
const chat = await openChat('diarist', {
  DAYBOOK_CLAUDE_ROOTS: `${transcripts}claude-code`,
  DAYBOOK_CODEX_ROOTS: `${transcripts}codex`,
  ...Object.fromEntries(others.map(agent => [`DAYBOOK_${agent}_ROOTS`, ''])),
  DAYBOOK_TIMEZONE: 'UTC',
})
const date = '2025-02-13'
const { counters } = await chat.call('diary_prepare', { date })
console.log(`Prepared: ${counters.turns_in_window} turns in ${counters.sessions_selected} sessions`)

const { items, remaining } = await chat.call('diary_next', { date, limit: 1 })
const [{ project_key, session_ref, turn_ref, start_line, end_line, span_sha256 }] = items
console.log(`Next: ${session_ref}/${turn_ref}, lines ${start_line}-${end_line}, ${remaining.turns_without_chain} to go`)

const place = { date, project_key, session_ref }
const { records } = await chat.call('read_session_lines', { ...place, start_line, end_line })
const said = records.filter(record => record.text_preview)
console.log(`Read: ${records.length} lines; the agent ended with "${said.at(-1).text_preview.slice(0, 34)}…"`)

const asked = [{ lines: '1-1' }]
const chain = {
  turn_ref,
  trigger: {
    type: 'explicit_user_message',
    summary: 'The user wants lines rounded half down, with a test first.',
    quoted_messages: [{ text: said[0].text_preview, citations: asked }],
    citations: asked,
  },
  agent_reactions: [
    { summary: 'Wrote a failing test, changed the rounding, ran the tests again.', citations: [{ lines: '7-14' }] },
  ],
  outcomes: [{ category: 'code_outcome', summary: 'Lines are rounded half down.', citations: asked }],
  observed_checks: [
    { type: 'test_output', summary: 'The last run reports 24 passed.', citations: [{ lines: '13-14' }] },
  ],
  terminal_state: {
    type: 'material_result',
    summary: 'The agent reported the change.',
    citations: [{ lines: '15-15' }],
  },
  materiality: 'material',
}
const refused = await chat.call('write_evidence', { ...place, span_sha256, evidence_chain: chain })
console.log(`Refused: ${refused.errors[0].path}`)

// What the user asked for proves nothing: the outcome must cite what the agent did.
chain.outcomes[0].citations = [{ lines: '11-12' }]
const { status } = await chat.call('write_evidence', { ...place, span_sha256, evidence_chain: chain })
const left = await chat.call('diary_next', { date, limit: 1 })
console.log(`Written: ${status}, ${left.remaining.turns_without_chain} to go`)
await chat.close()
