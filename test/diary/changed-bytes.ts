import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Citation, citationsWithin, DailyReport } from '../../src/diary/report/schema.ts'
import { sentencesOf } from '../../src/diary/report/text/sentences.ts'
import { verifyDay } from '../../src/diary/report/verify-day.ts'
import { openWorkspace } from '../../src/diary/workspace/open.ts'
import { loadProject, rowOf } from '../../src/diary/workspace/project.ts'
import { readJson } from './build-workspace.ts'
import { inventedDay } from './invented-day.ts'
import { openReportDay, synthesizeDay } from './report-day.ts'

/**
 * Changes one byte of a cited line, as often as said and each time a different one, and expects verify to name exactly
 * the sentences that rest on this line.
 */
export async function expectExactlyDependentSentences(changes: number, seed = 7): Promise<void> {
  const testDiary = await openReportDay(inventedDay)
  await synthesizeDay(testDiary, inventedDay)
  expect(await testDiary.call('diary_render', {})).toMatchObject({ status: 'ok' })
  const workspace = await openWorkspace(testDiary.app.diary)
  const report = DailyReport.parse(readJson(join(testDiary.root, 'daily-report.json')))
  const sentences = sentencesOf(report)
  const cited = citationsWithin(report)
  const random = randomNumbers(seed)
  for (let change = 0; change < changes; change++) {
    const { project_key, session_ref, lines } = cited[random(cited.length)] ?? expect.fail('nothing is cited')
    const [start = 1, end = 1] = lines.split('-').map(Number)
    const line = start + random(end - start + 1)
    const project = await loadProject(workspace, project_key)
    const path = join(project.folder, rowOf(project, session_ref).session_path)
    const bytes = withChangedByte(readFileSync(path), line, random)
    const read = (asked: string) => (asked.endsWith(path) ? chunksOf(bytes) : createReadStream(asked))
    const found = await verifyDay(testDiary.app.diary, workspace, read)
    const holdsLine = (each: Citation) => {
      const [first = 0, last = 0] = each.lines.split('-').map(Number)
      return each.project_key === project_key && each.session_ref === session_ref && first <= line && line <= last
    }
    const dependent = sentences.filter(({ citations }) => citations.some(holdsLine)).map(({ id }) => id)
    expect(found.sentences.map(({ id }) => id)).toEqual(dependent)
    expect(dependent).not.toEqual([])
  }
}

/** One byte of a line becomes another one that ends no line. */
function withChangedByte(bytes: Buffer, line: number, random: (below: number) => number): Buffer {
  const changed = Buffer.from(bytes)
  let start = 0
  for (let before = 1; before < line; before++) start = changed.indexOf(0x0a, start) + 1
  const at = start + random(changed.indexOf(0x0a, start) - start)
  changed[at] = changed[at] === 0x78 ? 0x79 : 0x78
  return changed
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100)
}

/** Numbers that look random and are the same every time. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
