import { join } from 'node:path'
import { diaryCollect } from '../../../diary/operations/diary-collect.ts'
import { visible } from '../visible.ts'
import type { Accepted, DiaryVerb } from './verb.ts'
import { counted, size } from './words.ts'

interface Options {
  output?: string
  includeRawSessions?: true
}

interface Collected {
  result: Accepted<typeof diaryCollect.output>
  path: string
}

export const collect: DiaryVerb<[], Options, Collected> = {
  usage: 'collect',
  summary: 'write a zip of a day for support, without the transcripts',
  options: [
    ['--output <file>', 'a new file; collections/<day>.zip of the diary when absent'],
    ['--include-raw-sessions', 'with the copies of the transcripts: everything that was said'],
  ],
  examples: ['collect --date 2026-05-12', 'collect --yesterday --output ~/day.zip'],
  async ask({ call, target, settings, page }, { output, includeRawSessions = false }) {
    if (includeRawSessions) {
      page.note('Warning: the zip will hold the transcripts themselves. Look through them before you hand it on.')
    }
    const result = await call(diaryCollect, { ...target, output, include_raw_sessions: includeRawSessions })
    return { result, path: output ?? join(settings.diary.root, result.file) }
  },
  json: ({ result }) => result,
  show({ result, path }, page) {
    page.line(visible(path))
    page.note(`${counted(result.files, 'file')}, ${size(result.bytes)}, sha256 ${result.sha256}`)
    page.note(
      result.include_raw_sessions
        ? 'It holds the transcripts.'
        : `Left out: ${counted(result.excluded_paths.length, 'file')}, transcripts among them.`,
    )
  },
}
