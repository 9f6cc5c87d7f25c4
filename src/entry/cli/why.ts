import { statSync } from 'node:fs'
import { dirname, isAbsolute, resolve } from 'node:path'
import { whyText } from '../../diary/why/text.ts'
import { diaryVerb } from './diary/part.ts'
import { usageFault } from './failure.ts'
import { writeNew } from './input.ts'
import type { Terminal } from './terminal.ts'
import type { Output } from './verb.ts'

type Answer = Output<'diary_why'> | Output<'diary_export_why'>

export const why = diaryVerb('diary_why', {
  summary: 'which turns wrote a commit, a line, a file or a folder, and the words that asked for it',
  args: { what: 'of' },
  own: {
    'repository <folder>':
      'a folder of the git repository; that of a path written in full, or the current one, when not named',
    'export <format=git-notes|agent-trace>':
      'git-notes writes refs/notes/daybook of the repository, agent-trace prints Agent Trace 0.1; of a commit, or of several as main..HEAD',
    'dry-run': 'with --export git-notes: say what would be written, and write nothing',
    'out <file>': 'with --export agent-trace: into this new file, one record a line',
  },
  examples: ['why HEAD', 'why src/money.ts:12', 'why src/money.ts', 'why main..HEAD --export git-notes --dry-run'],
  more: 'Transcripts that changed since the last time are read first.',
  dayless: true,
  progress: true,
  async ask({ call }, given, { repository, export: format, dryRun, out }): Promise<Answer> {
    const folder = resolve(repository ?? folderOf(given.of ?? ''))
    if (format !== undefined) {
      const exported = await call('diary_export_why', {
        ...{ of: given.of, repository: folder, format, dry_run: dryRun === true },
      })
      if (out !== undefined && format === 'agent-trace') writeNew(resolve(out), recordLines(exported))
      return exported
    }
    if (dryRun || out !== undefined) throw usageFault('--dry-run and --out belong to --export.', 'Name a format.')
    return call('diary_why', { ...given, repository: folder })
  },
  show(result, page, { out }) {
    if (!('format' in result)) page.block(whyText(result))
    else if (result.format === 'git-notes') showNotes(result, page)
    else if (out === undefined) page.data(recordLines(result))
    else page.line(`${result.records.length} of ${result.commits.length} commits written to ${out}`)
  },
})

/** Of a path that is written in full its own folder, wherever the question is asked; else the current one. */
function folderOf(of: string): string {
  if (!isAbsolute(of)) return '.'
  return statSync(of, { throwIfNoEntry: false })?.isDirectory() ? of : dirname(of)
}

function recordLines({ records }: Output<'diary_export_why'>): string {
  return records.map(record => `${JSON.stringify(record)}\n`).join('')
}

function showNotes({ commits, dry_run, ref }: Output<'diary_export_why'>, page: Terminal): void {
  for (const { hash, confidence, note, state } of commits) {
    const done =
      state === 'none' ? 'no note' : dry_run && state !== 'unchanged' ? `note would be ${state}` : `note ${state}`
    page.line(`${hash.slice(0, 10)} ${confidence}: ${done}`)
    if (dry_run && note !== null) page.block(note)
  }
  const isNone = dry_run || commits.every(({ state }) => state === 'none')
  page.note(isNone ? 'Nothing was written.' : `The notes are in ${ref}: git log --notes=daybook`)
}
