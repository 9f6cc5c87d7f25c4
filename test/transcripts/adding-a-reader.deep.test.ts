import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

// The recipe of CONTRIBUTING.md, followed in a copy of the sources: a folder, and one line in one list.
const agentFile = `import type { Agent } from '../agent.ts'

export const invented: Agent = {
  source: 'invented',
  label: 'Invented',
  rootsVariable: 'DAYBOOK_INVENTED_ROOTS',
  tools: { shell: 'run_it' },
  settingsFolder: '.invented',
  instructionFiles: ['INVENTED.md'],
  hasWorktrees: false,
  reasoningApart: false,
}
`

const readerFile = `import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lineText } from '../materialized/line.ts'
import { materializedReading } from '../materialized/reading.ts'
import { namedPlaces } from '../discover.ts'
import type { SourceReader } from '../reader.ts'

export const reader: SourceReader = {
  source: 'invented',
  places: environment =>
    namedPlaces(environment, 'DAYBOOK_INVENTED_ROOTS') ?? {
      disabled: false,
      places: [{ path: join(environment.home, '.invented'), explicit: false }],
    },
  formOf: relative => (relative.endsWith('.chat') ? 'material' : null),
  materials({ path }) {
    const text = readFileSync(path, 'utf8').trim()
    return {
      conversations: [{ id: 'one', name: 'one.jsonl', stamp: text, excluded: null }],
      *lines() {
        const timestamp = '2026-05-12T02:03:00.000Z'
        yield lineText({
          kind: 'session', schema: 'daybook-transcript/1', source: 'invented', session_id: 'one', timestamp,
          cwd: '/fake/ledger', title: null, agent_version: null,
        })
        yield lineText({
          kind: 'text', role: 'user', message_id: 'm1', part_id: 'm1.1', synthetic: false, text, timestamp, time_basis: 'own',
        })
      },
      close: () => {},
    }
  },
  ...materializedReading,
}
`

const listLine = 'export const agents: readonly Agent[] = ['

const survey = `import { loadSettings } from './src/config.ts'
import { withIndex } from './src/diary/prepare/open-index.ts'
import { surveySources } from './src/diary/prepare/sources.ts'
import { familyOf, labelOf } from './src/transcripts/agents.ts'

const { diary } = loadSettings({}, process.env)
const sources = await withIndex({ diary, log: () => {} }, async index => {
  await index.update(() => {})
  return (await surveySources(index, diary, Date.now())).sources
})
const found = sources.find(({ source }) => source === 'invented')
process.stdout.write(JSON.stringify({ found, from: diary.rootsFrom.invented, label: labelOf('invented'), family: familyOf('run_it') }))
`

it('a reader in its own folder and in the one list is discovered, indexed and shown among the sources', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'daybook-recipe-'))
  try {
    for (const name of ['src', 'scripts', 'package.json'])
      cpSync(join(root, name), join(copy, name), { recursive: true })
    for (const name of ['node_modules', 'assets']) symlinkSync(join(root, name), join(copy, name))
    mkdirSync(join(copy, 'src/transcripts/invented'))
    writeFileSync(join(copy, 'src/transcripts/invented/agent.ts'), agentFile)
    writeFileSync(join(copy, 'src/transcripts/invented/reader.ts'), readerFile)
    const list = join(copy, 'src/transcripts/agents.ts')
    const before = readFileSync(list, 'utf8')
    expect(before).toContain(listLine)
    const added = before.replace(listLine, `${listLine}invented, `)
    writeFileSync(list, `import { invented } from './invented/agent.ts'\n${added}`)
    writeFileSync(join(copy, 'survey.ts'), survey)
    mkdirSync(join(copy, 'logs'))
    writeFileSync(join(copy, 'logs/first.chat'), 'Fix the rounding of totals\n')
    // A file that has just changed may change again unseen, so it would count as not indexed.
    utimesSync(join(copy, 'logs/first.chat'), 1_780_000_000, 1_780_000_000)
    const env = {
      PATH: process.env.PATH,
      HOME: copy,
      DAYBOOK_HOME: join(copy, 'home'),
      DAYBOOK_INVENTED_ROOTS: join(copy, 'logs'),
    }
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/run-ts.mjs', 'survey.ts'], {
      cwd: copy,
      env,
    })
    expect(JSON.parse(stdout)).toEqual({
      found: {
        source: 'invented',
        roots: [{ root: join(copy, 'logs'), state: 'ok' }],
        files: 1,
        bytes: 27,
        unreadable: 0,
        not_indexed: 0,
        sessions: 1,
        from_archive: 0,
        excluded: {},
        warnings: {},
        oldest: Date.parse('2026-05-12T02:03:00.000Z'),
      },
      from: 'environment',
      label: 'Invented',
      family: 'shell',
    })
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
})
