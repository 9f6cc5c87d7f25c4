import { expect, it } from 'vitest'
import { DailyReport } from '../../src/diary/report/schema.ts'
import { AT, AU, type ClaudeLine, P, RAW, session, TR, TRX } from '../fixtures/transcripts/claude-code/builders.ts'
import { generated } from './generating.ts'
import { agentHome, settledFile } from './home.ts'
import { openProgram } from './prepared.ts'

const edits = (id: string, file: string, ...lines: string[]): ClaudeLine[] => [
  AU(id, 'Edit', { file_path: file, old_string: 'a', new_string: 'b' }),
  TR(id, 'Updated.', { filePath: file, structuredPatch: [{ lines }] }),
]
const writes = (id: string, file: string): ClaudeLine[] => [
  AU(id, 'Write', { file_path: file, content: 'print(1)\n' }),
  TR(id, `File created successfully at: ${file}`, { type: 'create', filePath: file, content: 'print(1)\n' }),
]
const runs = (id: string, command: string, stdout = ''): ClaudeLine[] => [
  AU(id, 'Bash', { command }),
  TR(id, stdout, { stdout, stderr: '', interrupted: false }),
]
const fails = (id: string, command: string, text: string): ClaudeLine[] => [
  AU(id, 'Bash', { command }),
  TRX(id, `Exit code 1\n${text}`, `Error: Exit code 1\n${text}`),
]
const notice =
  '<task-notification>\n<task-id>b1</task-id>\n<tool-use-id>t1</tool-use-id>\n<status>failed</status>\n<summary>Background command "npm test" failed with exit code 1</summary>\n</task-notification>'

interface Told {
  title: string
  sentence: string
  outcomes: string[]
  open: string[]
}

const sessions: { [name: string]: { lines: ClaudeLine[]; told: Told } } = {
  'put back in the turn itself': {
    lines: [
      P('switch the parser to the streaming reader'),
      ...edits('e1', 'src/parse.py', '-a', '+b'),
      ...fails('t1', 'pytest -q', '2 failed, 20 passed in 0.31s'),
      ...runs('g1', 'git checkout -- src/parse.py'),
      AT('The streaming reader drops comments, so the parser is as it was.'),
    ],
    told: {
      title: 'Switch the parser to the streaming reader',
      sentence:
        'Asked: “switch the parser to the streaming reader”; the agent answered “The streaming reader drops comments, so the parser is as it was.”; changed files and put them back; tests failed when last run.',
      outcomes: ['Changed and put back 1 file: src/parse.py.'],
      open: [],
    },
  },
  'put back in the next turn': {
    lines: [
      P('Setze die Summen im Export in Fettschrift'),
      ...edits('e1', 'src/export.rb', '-a', '+b', '+c'),
      ...writes('w1', 'scratch.rb'),
      ...runs('t1', 'bundle exec rspec', '3 examples, 0 failures'),
      AT('Die Summen im Export sind jetzt fett.'),
      P('nein, mach das rückgängig'),
      ...runs('g1', 'git restore src/export.rb && rm scratch.rb'),
      AT('Der Export ist wieder wie vorher.'),
    ],
    told: {
      title: 'Setze die Summen im Export in Fettschrift',
      sentence:
        'Asked: “Setze die Summen im Export in Fettschrift”; the agent answered “Der Export ist wieder wie vorher.”; changed files and put them back.',
      outcomes: ['Changed and put back files.'],
      open: [],
    },
  },
  'an amended commit': {
    lines: [
      P('export dates are off by a day west of Greenwich'),
      ...edits('e1', 'src/dates.rs', '-a', '+b'),
      ...runs('c1', 'git commit -am "Fix dates"', '[main 1111aaa] Fix dates\n 1 file changed'),
      ...runs(
        'c2',
        'git commit --amend -m "Read dates in the zone of the user"',
        '[main 2222bbb] Read dates in the zone of the user',
      ),
      AT('Dates are read in the zone of the user.'),
    ],
    told: {
      title: 'Read dates in the zone of the user',
      sentence:
        'Said: “export dates are off by a day west of Greenwich”; the agent reported “Dates are read in the zone of the user”; changed 1 file (+1 −1), committed “Read dates in the zone of the user” (2222bbb); no run of a check is recorded.',
      outcomes: ['Changed 1 file: src/dates.rs (+1 −1).', 'Committed “Read dates in the zone of the user” (2222bbb).'],
      open: [],
    },
  },
  'an edit after a commit that was put back': {
    lines: [
      P('open the session on demand in the notification'),
      ...edits('e1', 'src/session.kt', '-a', '+b'),
      ...runs('c1', 'git commit -am "Open the session on demand"', '[main 4444ddd] Open the session on demand'),
      ...edits('e2', 'build.gradle', '-1', '+2'),
      AT('The session is opened on demand.'),
      P('no, not the version'),
      ...runs('g1', 'git checkout build.gradle', 'Updated 1 path from the index'),
      AT('The version is as before.'),
    ],
    told: {
      title: 'Open the session on demand',
      sentence:
        'Asked: “open the session on demand in the notification”; the agent reported “The session is opened on demand”; changed 1 file (+1 −1), committed “Open the session on demand” (4444ddd); no run of a check is recorded.',
      outcomes: ['Changed 1 file: src/session.kt (+1 −1).', 'Committed “Open the session on demand” (4444ddd).'],
      open: [],
    },
  },
  'a quiet commit that the log shows': {
    lines: [
      P('drop support of the old gateway'),
      ...edits('e1', 'gateway.go', '-a'),
      ...runs(
        'c1',
        'git commit -qam "Drop the old gateway" && git log --oneline -1',
        '3333ccc (HEAD -> main) Drop the old gateway',
      ),
      AT('The old gateway is gone.'),
    ],
    told: {
      title: 'Drop the old gateway',
      sentence:
        'Asked: “drop support of the old gateway”; the agent reported “The old gateway is gone”; changed 1 file (+0 −1), committed “Drop the old gateway” (3333ccc); no run of a check is recorded.',
      outcomes: ['Changed 1 file: gateway.go (+0 −1).', 'Committed “Drop the old gateway” (3333ccc).'],
      open: [],
    },
  },
  'a check whose result is missing': {
    lines: [
      P('upgrade the theme to version 4'),
      ...edits('e1', 'theme.tsx', '-a', '+b'),
      AU('t1', 'Bash', { command: 'npm run build' }),
    ],
    told: {
      title: 'Upgrade the theme to version 4',
      sentence:
        'Asked: “upgrade the theme to version 4”; changed 1 file (+1 −1); open: the session ends while Bash was still running.',
      outcomes: ['Changed 1 file: theme.tsx (+1 −1).'],
      open: ['The session ends while Bash was still running.'],
    },
  },
  'a check in the background whose end is announced': {
    lines: [
      P('run the suite in the background and shorten the README meanwhile'),
      AU('t1', 'Bash', { command: 'npm test', run_in_background: true }),
      TR('t1', 'Command running in background with ID: b1', { backgroundTaskId: 'b1' }),
      ...edits('e1', 'README.md', '-a'),
      AT('The README is shorter; the suite still runs.'),
      RAW({ type: 'user', origin: { kind: 'task-notification' }, message: { role: 'user', content: notice } }),
      AT('The suite failed.'),
    ],
    told: {
      title: 'Run the suite in the background and shorten the README meanwhile',
      sentence:
        'Asked: “run the suite in the background and shorten the README meanwhile”; the agent reported “The README is shorter; the suite still runs”; changed 1 file (+0 −1); tests failed when last run; open: the last test run failed: `npm test`.',
      outcomes: ['Wrote 1 file: README.md (+0 −1).', 'The last test run failed: `npm test`.'],
      open: ['The last test run failed: `npm test`.'],
    },
  },
}

/** One day for all sessions, each in a project of its own; made by the first test that asks. */
let known: Promise<DailyReport> | undefined

it.each(Object.entries(sessions))('the report tells what is left of %s', async (name, { told }) => {
  known ??= report()
  const { projects, executive_summary } = await known
  const [item] = projects.find(project => project.project_key.startsWith(`${folderOf(name)}-`))?.work_items ?? []
  expect({
    title: item?.title,
    sentence: item?.sentence?.text,
    outcomes: item?.outcomes.map(({ summary }) => summary),
    open: executive_summary.open_items.map(({ text }) => text).filter(text => told.open.includes(text)),
  }).toEqual(told)
})

it('the day counts what is left', async () => {
  known ??= report()
  const { statistics, lead } = await known
  expect(statistics).toMatchObject({ files: { touched: 5, added: 3, removed: 5 } })
  expect(lead?.[2]).toContain('5 files changed (+3 −5), 3 commits')
})

function folderOf(name: string): string {
  return name.replaceAll(' ', '-')
}

async function report(): Promise<DailyReport> {
  const machine = agentHome()
  for (const [name, { lines }] of Object.entries(sessions)) {
    const own = { sessionId: name, cwd: `/fake/${folderOf(name)}` }
    const placed = lines.map(
      (line): ClaudeLine =>
        n => ({ ...Object(line(n)), ...own, uuid: `${name} ${n}` }),
    )
    settledFile(machine.claude(folderOf(name)), session(...placed))
  }
  const program = await openProgram(machine)
  await generated(program, { with: 'builtin' })
  const { report: stored } = await program.call('diary_report', { date: '2026-05-12' })
  return DailyReport.parse(stored)
}
