import { join } from 'node:path'
import { formatCount, formatSize } from '../../../kernel/numbers.ts'
import type { Group } from '../command-line.ts'
import { usageFault } from '../failure.ts'
import { askToConfirm } from '../input.ts'
import { dayVerbs } from './days.ts'
import { evidenceVerbs } from './evidence.ts'
import { diaryVerb, namesDay } from './part.ts'
import { transcriptVerbs } from './transcripts.ts'

export const diaryVerbs: Group = {
  summary: 'what agents did on a day: prepare, generate, report, …',
  commands: {
    ...dayVerbs,
    ...transcriptVerbs,
    ...evidenceVerbs,
    collect: diaryVerb('diary_collect', {
      summary: 'write a zip of a day for support, without the transcripts',
      flags: [
        ['output <file>', 'output', 'a new file; collections/<day>.zip of the diary when absent'],
        [
          'include-raw-sessions',
          'include_raw_sessions',
          'with the copies of the transcripts: everything that was said',
        ],
      ],
      examples: ['collect --date 2026-05-12', 'collect --yesterday --output ~/day.zip'],
      async ask({ call, settings, page }, given) {
        if (given.include_raw_sessions) {
          page.note('Warning: the zip will hold the transcripts themselves. Look through them before you hand it on.')
        }
        const result = await call('diary_collect', given)
        return { result, path: given.output ?? join(settings.diary.root, result.file) }
      },
      json: ({ result }) => result,
      line: ({ path }) => path,
      notes: ({ result }) => [
        `${formatCount(result.files, 'file')}, ${formatSize(result.bytes)}, sha256 ${result.sha256}`,
        result.include_raw_sessions
          ? 'It holds the transcripts.'
          : `Left out: ${formatCount(result.excluded_paths.length, 'file')}, transcripts among them.`,
      ],
    }),
    publish: diaryVerb('diary_publish', {
      summary: "send a day's report to the team server; never transcripts, cards or facts",
      flags: [
        ['project <key...>', 'projects'],
        ['with-messages', 'with_messages', 'with what you wrote to the agents, word by word'],
        ['to <project>', 'to_project'],
        ['after <version>', 'after_version', 'publish over this version, which came from elsewhere'],
      ],
      examples: ['publish --yesterday', 'publish --date 2026-05-12 --project ledger-d7579830878a --to team'],
      line: ({ date, author, version, server }) => `${date}  version ${version} of ${author}  ${server}`,
      notes: ({ project_id, result }) =>
        result === 'unchanged'
          ? 'That is what is published already; nothing was added.'
          : `Readers of the project ${project_id} can see it. Every version stays.`,
    }),
    remove: diaryVerb('diary_remove', {
      summary: 'remove a day: its workspace with all evidence, its manifest, its cached offsets',
      own: { yes: 'do not ask' },
      examples: ['remove --date 2026-05-12', 'remove --date 2026-05-12 --yes'],
      async input(_, { yes }, { day, flags }) {
        if (!namesDay(flags)) throw usageFault('Name the day to remove.', 'For example: --date 2026-05-12')
        const question = `Remove ${day} with everything written about it? Type the date: `
        const otherwise = 'Run it in a terminal, or add --yes.'
        return { date: day, confirm: yes ? day : await askToConfirm(question, 'A removal', otherwise) }
      },
      show: ({ removed }, page) => page.lines(removed),
      notes: ({ kept, published }) => [
        ...kept.map(name => `Left: ${name}`),
        ...published.map(each => `Still published: version ${each.version} of ${each.author} on ${each.server}`),
        'The transcripts of the agents and the archive are untouched.',
      ],
    }),
  },
}
