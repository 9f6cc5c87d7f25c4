import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { sampleTranscripts } from '../src/sample/seed-diary.ts'
import { startServer } from './support/binary.ts'
import { tempHome } from './support/tempdir.ts'

const root = fileURLToPath(new URL('../examples', import.meta.url))

describe('the examples', () => {
  it('continue.mjs continues work where another chat left it', async () => {
    expect(await run('mcp-client/continue.mjs', { DAYBOOK_HOME: tempHome() })).toEqual([
      'Open: R001 How do we merge offline edits?',
      'Loaded: Both must keep what was typed.',
      'Saved: R001, R002',
      'Closed at tick 4',
    ])
  })

  it('conflict.mjs resolves a conflict between two windows', async () => {
    expect(await run('mcp-client/conflict.mjs', { DAYBOOK_HOME: tempHome() })).toEqual([
      'Warned: R001 is also active in another session. Ask the user before changing it.',
      'Applied: false',
      'Theirs: The lower phone number wins, always.',
      'Merged: version 3, tick 3',
      'The first window learns: modified R001',
    ])
  })

  it('diary.mjs writes the evidence of a turn, and corrects it when it is refused', async () => {
    expect(await run('mcp-client/diary.mjs', { DAYBOOK_HOME: tempHome() })).toEqual([
      'Prepared: 9 turns in 2 sessions',
      'Next: S0001/T0001, lines 1-15, 9 to go',
      'Read: 15 lines; the agent ended with "Lines are now rounded half down: 1…"',
      'Refused: evidence_chain.outcomes[0].citations[0].lines',
      'Written: appended, 8 to go',
    ])
  })

  it('notes.mjs writes, repeats and searches over plain HTTP', async () => {
    const { url } = await startServer({ home: tempHome() })
    expect(await run('rest/notes.mjs', {}, url)).toEqual([
      'Written: R001, repeated: R001 at tick 1',
      'Found 1: Frost damage in row 3',
      'Refused: RECORD_NOT_FOUND: Check ID spelling, or find the record with search_records.',
    ])
  })

  it('the example transcripts are of the same invented week as the sample', async () => {
    const shown = /sample-till\/4b0d6f0e|rollout-2025-02-13T14-01/
    const files = await sampleTranscripts('UTC', '2025-02-14')
    const chosen = files.filter(({ path }) => shown.test(path))
    expect(chosen.map(({ source }) => source)).toEqual(['claude-code', 'codex'])
    for (const { source, path, text } of chosen) {
      await expect(text).toMatchFileSnapshot(join(root, 'transcripts', source, path))
    }
  })

  it('examples/README.md lists every example', () => {
    const page = readFileSync(join(root, 'README.md'), 'utf8')
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.mjs'))
    const runnable = files.filter(file => !file.endsWith('connect.mjs'))
    expect(runnable.filter(file => !page.includes(`](${file})`))).toEqual([])
  })
})

/** The lines an example prints. */
async function run(example: string, env: Record<string, string>, ...args: string[]): Promise<string[]> {
  const environment = { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...env }
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, example), ...args], {
    env: environment,
    timeout: 50_000,
  })
  return stdout.trimEnd().split('\n')
}
