import { expect, it } from 'vitest'
import { call, result, said, turnOf } from '../../../test/diary/turn-script.ts'
import { activityOf } from './activity.ts'
import { reactionsOf } from './reactions.ts'

const reactions = (...steps: Parameters<typeof turnOf>) =>
  reactionsOf(activityOf(turnOf(...steps), '/fake/ledger'), '/fake/ledger').map(
    ({ summary, citations }) => `${summary} ${citations.map(({ lines }) => lines).join(' ')}`,
  )

it('the reactions of a turn describe each family of tools in its own words, in the order of first use', () => {
  expect(
    reactions(
      call('Read', { file_path: '/fake/ledger/src/a.ts' }),
      call('Grep', { pattern: 'x' }),
      call('WebFetch', { url: 'https://example.org' }),
      call('TodoWrite', { todos: [] }),
      call('Edit', { file_path: '/fake/ledger/src/a.ts' }),
      call('Bash', { command: 'ls' }),
      call('Task', { prompt: 'x' }),
      call('AskUserQuestion', { questions: [{}, {}] }),
      call('Skill', { skill: 'pdf' }),
      call('mcp__github__list_issues', {}),
      call('Frobnicate', {}),
      call('Read', { file_path: 'src/a.ts' }),
      call('Read', { file_path: '/elsewhere/b.ts' }),
    ),
  ).toEqual([
    'Read 2 files: src/a.ts, …/b.ts. 1-1 12-13',
    'Searched the project 1 time. 2-2',
    'Consulted the web 1 time. 3-3',
    'Updated its plan 1 time. 4-4',
    'Edited 1 file: src/a.ts. 5-5',
    'Ran 1 command: `ls`. 6-6',
    'Delegated 1 task to sub-agents. 7-7',
    'Asked the user 2 questions. 8-8',
    'Used 1 skill: pdf. 9-9',
    'Called MCP tools 1 time: github/list_issues. 10-10',
    'Used other tools 1 time: Frobnicate. 11-11',
  ])
})

it('a plan that was put before the person is told from the agent’s own list', () => {
  expect(reactions(call('ExitPlanMode', { plan: 'x' }))).toEqual(['Proposed a plan 1 time. 1-1'])
  expect(reactions(call('TodoWrite', {}), call('ExitPlanMode', {}), call('TodoWrite', {}))).toEqual([
    'Proposed a plan 1 time and updated its plan 2 times. 1-3',
  ])
})

it('calls that name nothing are counted', () => {
  expect(
    reactions(
      call('Read', {}),
      call('Read', {}),
      call('edit_file', {}),
      call('BashOutput', { bash_id: '1' }),
      call('wait_agent', {}),
      call('request_user_input', {}),
      call('Skill', {}),
      call('read_many_files', { paths: [] }),
    ),
  ).toEqual([
    'Read files 3 times. 1-2 8-8',
    'Edited files 1 time. 3-3',
    'Used the shell 1 time. 4-4',
    'Worked with sub-agents 1 time. 5-5',
    'Asked the user 1 question. 6-6',
    'Used skills 1 time. 7-7',
  ])
})

it('four commands are shown and the others counted', () => {
  const commands = ['a', 'b', 'a', 'c', 'd', 'e', 'f'].map(command => call('Bash', { command }))
  expect(reactions(...commands)).toEqual(['Ran 7 commands: `a`, `b`, `c`, `d` and 2 more. 1-7'])
})

it('a command is shown on one line, without back quotes, paths and secrets', () => {
  const command = `echo \`pwd\`\n  cd /fake/ledger/web && curl -H "Authorization: Bearer ${'a1'.repeat(12)}"`
  expect(reactions(call('exec_command', { cmd: command }))).toEqual([
    "Ran 1 command: `echo 'pwd' cd web && curl -H \"Authorization…`. 1-1",
  ])
})

it('the reactions of a turn say how many calls failed', () => {
  expect(
    reactions(
      call('Bash', { command: 'ls' }, 'a'),
      result('a', { error: true }),
      call('Bash', { command: 'ls' }, 'b'),
      result('b', { error: true }),
      call('Read', { file_path: 'x' }, 'c'),
      result('c', { error: true }),
    ),
  ).toEqual(['Ran 2 commands: `ls`. 2 calls reported an error. 1-4', 'Read 1 file: x. 1 call reported an error. 5-6'])
})

it('a reply is placed where its last message is', () => {
  expect(
    reactions(said('I look.'), call('Read', { file_path: 'a' }), said('Found it. More.'), call('Grep', {})),
  ).toEqual([
    'Read 1 file: a. 2-2',
    'Replied in 2 messages; the last begins: “Found it. More.” 1-1 3-3',
    'Searched the project 1 time. 4-4',
  ])
})

it('a result goes to the nearest earlier call of its id, and to none after it', () => {
  expect(
    reactions(
      result('a', { error: true }),
      call('Grep', {}, 'a'),
      call('Read', { file_path: 'x' }, 'a'),
      result('a', { error: true }),
    ),
  ).toEqual(['Searched the project 1 time. 2-2', 'Read 1 file: x. 1 call reported an error. 3-4'])
})
