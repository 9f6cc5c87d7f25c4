import { diaryPublish } from '../../../diary/operations/diary-publish.ts'
import { visible } from '../visible.ts'
import type { Accepted, DiaryVerb } from './verb.ts'
import { numberIn } from './words.ts'

interface Options {
  project?: string[]
  withMessages?: true
  to?: string
  after?: string
}

export const publish: DiaryVerb<[], Options, Accepted<typeof diaryPublish.output>> = {
  usage: 'publish',
  summary: "send a day's report to the team server; never transcripts, cards or facts",
  options: [
    ['--project <key...>', 'only these projects'],
    ['--with-messages', 'with what you wrote to the agents, word by word'],
    ['--to <project>', "the server's project whose readers see it"],
    ['--after <version>', 'publish over this version, which came from elsewhere'],
  ],
  examples: ['publish --yesterday', 'publish --date 2026-05-12 --project ledger-d7579830878a --to team'],
  ask: ({ call, target }, { project, withMessages = false, to, after }) =>
    call(diaryPublish, {
      ...target,
      projects: project,
      with_messages: withMessages,
      to_project: to,
      after_version: numberIn(after, '--after'),
    }),
  show({ date, author, version, server, project_id, result }, page) {
    page.line(visible(`${date}  version ${version} of ${author}  ${server}`))
    page.note(
      result === 'unchanged'
        ? 'That is what is published already; nothing was added.'
        : `Readers of the project ${visible(project_id)} can see it. Every version stays.`,
    )
  },
}
