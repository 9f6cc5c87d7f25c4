import { createHash } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { verifyDay } from '../../src/diary/report/verify-day.ts'
import { openWorkspace } from '../../src/diary/workspace/open.ts'
import { write } from './build-workspace.ts'
import { openReportDay, synthesizeDay } from './report-day.ts'

const key = 'ledger-d7579830878a'

/** The whole turn, its message and its outcome; of the work of a session also its end. */
const spansPerTurn = 3

// The bench times it; what it has to do at all is counted here.
it.each([
  { sessions: 2, turns: 2 },
  { sessions: 2, turns: 20 },
  { sessions: 20, turns: 2 },
])(
  'verifying a day reads each of its $sessions copies once and no byte twice, with $turns turns cited in each',
  async ({ sessions, turns }) => {
    const turn = {
      at: '2026-05-12T09:00:00Z',
      outcomes: [['code_outcome', 'Changed a file.'] satisfies [string, string]],
    }
    const day = [
      { key, label: 'ledger', sessions: Array.from({ length: sessions }, () => ({ turns: Array(turns).fill(turn) })) },
    ]
    const testDiary = await openReportDay(day)
    await synthesizeDay(testDiary, day)
    expect(await testDiary.call('diary_render', {})).toMatchObject({ status: 'ok' })
    const copies = Array.from({ length: sessions }, (_, n) => `sessions/claude-code/session-${n + 1}.jsonl`)
    const contents = copies.map(path => readFileSync(join(testDiary.root, 'projects', key, path)))
    const manifest = copies.map((path, n) => ({
      workspace_project_key: key,
      workspace_session_path: path,
      workspace_checksum_sha256: createHash('sha256')
        .update(contents[n] ?? '')
        .digest('hex'),
    }))
    write(join(testDiary.home, 'diary/private/2026-05-12/audit.manifest.json'), JSON.stringify({ sessions: manifest }))

    const read = { files: 0, bytes: 0 }
    const counting = async function* (path: string) {
      read.files++
      for await (const chunk of createReadStream(path)) {
        read.bytes += chunk.length
        yield chunk
      }
    }
    const found = await verifyDay(testDiary.app.diary, await openWorkspace(testDiary.app.diary), counting)
    expect(found).toMatchObject({
      checked: sessions * (turns * spansPerTurn + 1) + sessions,
      mismatches: [],
      sentences: [],
    })
    expect(read).toEqual({ files: sessions, bytes: contents.reduce((sum, { length }) => sum + length, 0) })
  },
)
