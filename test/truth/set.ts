import { AT, AU, type ClaudeLine, P, RAW, TR, TRX } from '../fixtures/transcripts/claude-code/builders.ts'
import { checkSessions } from './check-sessions.ts'
import { type LabelledSession, notSpoken, spoken } from './session.ts'

const refused = (words: string) =>
  `The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). ${words}`
const said = (words: string) => refused(`To tell you how to proceed, the user said:\n${words}`)
const silent = refused('STOP what you are doing and wait for the user to tell you how to proceed.')
const queue = (operation: string, content?: string): ClaudeLine =>
  RAW({ type: 'queue-operation', operation, content, uuid: undefined })
const steered = (prompt: string): ClaudeLine =>
  RAW({ type: 'attachment', attachment: { type: 'queued_command', prompt } })
const beside = (id: string, text: string): ClaudeLine =>
  P([
    { type: 'tool_result', tool_use_id: id, content: 'ok' },
    { type: 'text', text },
  ])

/** Sessions of invented projects in several languages, made to meet every rule at least once. */
export const truthSet: readonly LabelledSession[] = [
  ...checkSessions,
  {
    name: 'elixir-refusals',
    lines: [
      spoken(P('Add a changeset for invoices.')),
      AU('e1', 'Edit', { file_path: '/fake/lib/invoice.ex', old_string: 'a', new_string: 'b' }),
      spoken(TRX('e1', said('Keep the old field, others read it.'))),
      AT('Then I add a second one.'),
      AU('e2', 'Edit', { file_path: '/fake/lib/invoice.ex', old_string: 'a', new_string: 'c' }),
      notSpoken(TRX('e2', silent), 'refusal without words'),
      notSpoken(P([{ type: 'text', text: '[Request interrupted by user for tool use]' }]), 'mark of an interruption'),
      spoken(P('Go on, but without the migration.')),
      AU('e3', 'Bash', { command: 'mix test' }),
      notSpoken(TR('e3', said('quoted in a test')), 'output that quotes a refusal'),
      AT('All green.'),
    ],
  },
  {
    name: 'python-queue',
    lines: [
      spoken(P('Why is the import slow?')),
      AU('p1', 'Bash', { command: 'python -X importtime -c "import app"' }),
      queue('enqueue', 'Look at pandas first.'),
      spoken(queue('remove')),
      TR('p1', 'pandas 900 ms', { stdout: 'pandas 900 ms' }),
      queue('enqueue', '<agent-notification>\n<agent-id>a1</agent-id>\n</agent-notification>'),
      notSpoken(queue('remove'), 'notice of an agent'),
      queue('enqueue', '/status'),
      notSpoken(queue('remove'), 'local command taken from the queue'),
      queue('enqueue', 'And write a test.'),
      notSpoken(queue('remove'), 'the same message is delivered below'),
      spoken(steered('And write a test.')),
      AU('p2', 'Write', { file_path: '/fake/test_import.py', content: 'x' }),
      spoken(beside('p2', 'Use pytest for it.')),
      AT('Done.'),
    ],
  },
  {
    name: 'typescript-notices',
    lines: [
      notSpoken(P('<local-command-caveat>Caveat.</local-command-caveat>', { isMeta: true }), 'caveat of the client'),
      notSpoken(P('<command-name>/clear</command-name>'), 'local command'),
      notSpoken(P('<local-command-stdout></local-command-stdout>'), 'answer to a local command'),
      spoken(P('<command-name>/review</command-name><command-args>12</command-args>')),
      notSpoken(P('Review the pull request.', { isMeta: true }), 'text of the command'),
      AT('Two findings.'),
      notSpoken(P('<task-notification>\n<task-id>b1</task-id>\n</task-notification>'), 'notice of a task'),
      notSpoken(P('Operation stopped by hook: commit first'), 'output of a hook'),
      notSpoken(P('This session is being continued from a previous conversation.'), 'compaction summary'),
      notSpoken(P('Summary.', { isCompactSummary: true }), 'compaction summary'),
      spoken(P('<system-reminder>Be brief.</system-reminder>Fix both.')),
      notSpoken(P('<system-reminder>Be brief.</system-reminder>'), 'reminder'),
      notSpoken(P('<bash-input>ls</bash-input>'), 'own command in the shell'),
      notSpoken(P('Sub-task.', { isSidechain: true }), 'row of a sub-agent'),
      AT('Fixed.'),
    ],
  },
  {
    name: 'rust-plan',
    lines: [
      spoken(P('Plan the move to async.')),
      AU('r1', 'ExitPlanMode', { plan: '# Move to async\n\n1. Runtime' }),
      notSpoken(TRX('r1', silent), 'plan refused without words'),
      notSpoken(P([{ type: 'text', text: '[Request interrupted by user for tool use]' }]), 'mark of an interruption'),
      spoken(P('Implement the following plan:\n\n# Move to async\n\n1. Runtime')),
      AU('r2', 'AskUserQuestion', { questions: [{ question: 'Which runtime?' }] }),
      notSpoken(TR('r2', 'User has answered your questions: "Which runtime?"="tokio".'), 'answer by choice'),
      AT('Using tokio.'),
    ],
  },
]
