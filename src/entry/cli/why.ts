import { resolve } from 'node:path'
import { diaryVerb } from './diary/part.ts'

export const why = diaryVerb('diary_why', {
  summary: 'which turns wrote a commit, a line, a file or a folder, and the words that asked for it',
  args: { what: 'of' },
  own: { 'repository <folder>': 'a folder of the git repository; the current one when not named' },
  examples: ['why HEAD', 'why src/money.ts:12', 'why src/money.ts', 'why 3f2a91c --json'],
  more: 'Transcripts that changed since the last time are read first.',
  dayless: true,
  progress: true,
  async ask({ call }, given, { repository = '.' }) {
    return call('diary_why', { ...given, repository: resolve(repository) })
  },
})
