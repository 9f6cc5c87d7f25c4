import { formatCount } from '../../kernel/numbers.ts'
import { diaryVerb } from './diary/part.ts'
import { usageFault } from './failure.ts'
import { askToConfirm, isYes } from './input.ts'
import type { Terminal } from './terminal.ts'
import type { Input, Output } from './verb.ts'

type Plan = Output<'diary_forget'>
type List = Output<'diary_forgotten'>

export const forget = diaryVerb('diary_forget', {
  summary: 'remove a session everywhere and keep it out: archive, index, search, days, reports',
  args: { '[session]': 'session' },
  flags: [
    ['agent <agent>', 'agent'],
    ['reason <text>', 'reason'],
    ['dry-run', 'dry_run', 'show everything that would happen, and do nothing'],
    'delete_transcript',
    'undo',
  ],
  own: { list: 'the sessions that were forgotten: id, when, why', yes: 'do not ask' },
  examples: [
    'forget 0f7a2c9e --dry-run',
    'forget 0f7a2c9e --reason "a client\'s data"',
    'forget --list',
    'forget 0f7a2c9e --undo',
  ],
  dayless: true,
  progress: true,
  async ask({ call, page, flags }, given: Input<'diary_forget'>, { list, yes }): Promise<Plan | List> {
    if (list) return call('diary_forgotten', {})
    if (given.session === undefined) throw usageFault('Name the session to forget.', 'Find it with: daybook search')
    if (given.undo || given.dry_run) return call('diary_forget', given)
    const plan = await call('diary_forget', { ...given, dry_run: true })
    if (!yes) await confirm(plan, given.delete_transcript ?? false, page, Boolean(flags.json))
    return call('diary_forget', { ...given, session: plan.session_id, agent: plan.source, confirm: plan.session_id })
  },
  show(result, page) {
    if ('sessions' in result) showList(result, page)
    else if (result.state === 'back') showBack(result, page)
    else showPlan(result, page)
  },
})

/** What will happen is shown first, and the agent's own file goes only when that is confirmed as well. */
async function confirm(plan: Plan, deletes: boolean, page: Terminal, isJson: boolean): Promise<void> {
  const otherwise = 'Run it in a terminal, or add --yes. See what would go: --dry-run'
  if (process.stdin.isTTY && !isJson) showPlan(plan, page)
  const refuse = () => {
    throw usageFault('Nothing was forgotten.', otherwise)
  }
  if (
    !isYes(
      await askToConfirm('Forget this session? It cannot be brought back from here. [y/N] ', 'Forgetting', otherwise),
    )
  )
    refuse()
  const question = 'Delete the transcript in the agent’s own folder as well? Type delete: '
  if (deletes && (await askToConfirm(question, 'Deleting the transcript', otherwise)) !== 'delete') refuse()
}

function showPlan(
  { state, source, session_id, transcripts, days, cited_by, originals, left }: Plan,
  page: Terminal,
): void {
  const isDone = state !== 'planned'
  page.line(`${isDone ? 'Forgotten' : 'Would forget'}: ${source} ${session_id}`)
  page.table(
    transcripts.map(({ kind, session_id: id, turns, is_archived }) => [
      kinds[kind],
      id,
      formatCount(turns, 'turn'),
      is_archived ? 'archive only' : 'file',
    ]),
  )
  for (const { date, turns, work_items, has_report, removed } of days) {
    page.line(
      [
        `${date}  ${formatCount(turns, 'turn')}`,
        ...(work_items.length > 0 ? [formatCount(work_items.length, 'work item')] : []),
        ...(has_report ? [isDone ? 'report rebuilt' : 'report to be rebuilt'] : []),
        ...removed.map(name => `${isDone ? 'removed' : 'removes'} ${name}`),
      ].join(', '),
    )
  }
  const { records, context, room, published, notes } = cited_by
  const cites = [
    ...records.map(({ id, project_id }) => `record ${id} of ${project_id}`),
    ...context.map(({ project_id }) => `the context of ${project_id}`),
    ...room.map(({ project_id, file }) => `${file} in the room of ${project_id}`),
    ...published.map(({ date, author, version, server }) =>
      server === null
        ? `version ${version} of ${date} by ${author}, published here: withdrawn`
        : `version ${version} of ${date} by ${author} on ${server}: it stays there`,
    ),
    ...notes.map(
      ({ repository, commits }) => `the notes of ${formatCount(commits.length, 'commit')} in ${repository}: they stay`,
    ),
  ]
  page.note(
    state === 'pending' &&
      'Something was in use: the session is kept out, and the rest of it goes with the next start.',
    ...cites.map(cite => `Cited by ${cite}`),
    ...notes.flatMap(({ commands }) => [
      isDone
        ? 'Write these notes again without it, and drop what git keeps of them from before:'
        : 'Once it is forgotten, write these notes again without it, and drop what git keeps of them from before:',
      ...commands.map(command => `  ${command}`),
    ]),
    ...originals.map(
      id => `It goes on from ${id}, which stays with the turns it had first; forget that one, too, if you want.`,
    ),
    ...left.map(path => `Left where it is: ${path}`),
    left.length > 0 &&
      'Agents’ own files are deleted only with --delete-transcript. Backups made before still hold the session.',
  )
}

function showBack({ source, session_id, transcripts, days }: Plan, page: Terminal): void {
  page.line(`No longer kept out: ${source} ${session_id}`)
  page.note(
    transcripts.length === 0
      ? 'Its transcript is gone, so nothing of it comes back.'
      : `${formatCount(transcripts.length, 'transcript')} read again.`,
    transcripts.length > 0 &&
      days.length > 0 &&
      `Days to prepare again with --refresh: ${days.map(({ date }) => date).join(', ')}`,
  )
}

function showList({ sessions }: List, page: Terminal): void {
  page.list(
    sessions,
    [
      'source',
      'session_id',
      ({ forgotten_at }) => forgotten_at.slice(0, 10),
      ({ reason }) => reason ?? '',
      ({ pending }) => (pending ? page.colors.yellow('not finished') : ''),
    ],
    { head: ['agent', 'session', 'forgotten', 'reason', ''] },
  )
  page.note(sessions.length === 0 && 'No session was forgotten.')
}

const kinds = { session: 'the session', copy: 'a copy of it', subagent: 'its sub-agent' } as const
