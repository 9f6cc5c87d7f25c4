import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { namesIn } from '../../files/if-exists.ts'
import { errorMessage } from '../../kernel/fault.ts'
import { shellWord } from '../../kernel/text.ts'
import { recordsCiting } from '../../records/naming.ts'
import { recordId } from '../../records/record-id.ts'
import { sources } from '../../transcripts/agents.ts'
import { name, quotedValue } from '../arguments.ts'
import { type DiaryContext, diaryOperation } from '../context.ts'
import { logDiary } from '../feed.ts'
import { madeFrom } from '../forget/days.ts'
import { forgetNow } from '../forget/finish.ts'
import { type ForgetPlan, findSession, planForgetting } from '../forget/plan.ts'
import { versionsHolding } from '../forget/purge-stores.ts'
import {
  Forgotten,
  listTombstones,
  removeTombstone,
  type Tombstone,
  withForgetLock,
  writePending,
} from '../forget/tombstones.ts'
import { withIndex } from '../prepare/open-index.ts'
import { refuseWhileRunning } from '../prepare/publish.ts'
import { publishedHere } from '../publish/store.ts'
import { reject } from '../rejection.ts'
import { knownCheckouts } from '../repositories/repositories.ts'
import { workspaceFolder } from '../settings.ts'
import { GitFailed, gitIn } from '../why/git.ts'
import { commitsNaming, notesRef } from '../why/notes.ts'

const Cited = z.object({
  records: z.array(z.object({ id: z.string(), project_id: z.string() })),
  context: z.array(z.object({ project_id: z.string() })),
  room: z.array(z.object({ project_id: z.string(), file: z.string() })),
  published: z.array(
    z.object({
      date: z.string(),
      author: z.string(),
      version: z.int(),
      server: z.string().nullable().describe('Null: kept here, and withdrawn'),
    }),
  ),
  notes: z
    .array(
      z.object({
        repository: z.string(),
        commits: z.array(z.string()).describe('Whose notes in refs/notes/daybook name it'),
        commands: z
          .array(z.string())
          .describe('To run once it is forgotten: write these notes again without it, then drop their history'),
      }),
    )
    .describe('Notes that diary_export_why wrote; they stay until you change them'),
})

export const diaryForget = diaryOperation({
  name: 'diary_forget',
  audience: 'people',
  summary: 'Remove a session everywhere and keep it out; or say what that would remove, or let it in again.',
  effect: 'destroy',
  input: z.strictObject({
    session: name('0f7a2c9e').describe(
      'Its id or the beginning of it, a session_ref of search_history, or diary:<date>/<project_key>/<session_ref>',
    ),
    agent: z.enum(sources).optional().describe('Where two agents have a session of that id'),
    reason: z.string().max(500).optional().describe('Kept with the id, so write nothing that should be forgotten'),
    dry_run: z.boolean().default(false).describe('Only say what would go'),
    confirm: z.string().optional().describe('The whole id of the session; not needed for a dry run'),
    delete_transcript: z.boolean().default(false).describe('Delete the files in the agent’s own folder, too'),
    undo: z
      .boolean()
      .default(false)
      .describe('Let a forgotten session in again, as far as its transcript is still there'),
  }),
  result: {
    state: z
      .enum(['planned', 'forgotten', 'pending', 'back'])
      .describe('pending: kept out from now on, and what was in use is removed with the next start'),
    source: z.string(),
    session_id: z.string(),
    transcripts: z
      .array(
        z.object({
          session_id: z.string(),
          kind: z
            .enum(['session', 'copy', 'subagent'])
            .describe('copy: resumed or forked from it, with its turns in it'),
          turns: z.int(),
          path: z.string(),
          is_archived: z.boolean().describe('Only the archive has it'),
        }),
      )
      .describe('All that hold its text'),
    days: z.array(
      z.object({
        date: z.string(),
        sessions: z.int(),
        turns: z.int(),
        work_items: z.array(z.string()).describe('That rest on it, as diary:<date>/<project_key>/<work_item_ref>'),
        has_report: z.boolean().describe('Which is rebuilt without it'),
        removed: z.array(z.string()).describe('Made from the day and removed with it, relative to the diary root'),
      }),
    ),
    cited_by: Cited.describe('What cites it; these citations show as forgotten'),
    originals: z
      .array(z.string())
      .describe('Sessions it was resumed or forked from, which stay with the turns they had first'),
    left: z.array(z.string()).describe('What still holds it, and is not Daybook’s to remove or was not asked for'),
  },
  async run(args, ctx) {
    if (args.undo) return undo(ctx, args.session)
    const { onProgress = () => {} } = ctx.call
    const plan = await withIndex(ctx, async index => {
      await index.update(onProgress)
      const session = await findSession(ctx.diary, index, { session: args.session, agent: args.agent })
      return planForgetting(ctx, index, {
        ...session,
        reason: args.reason ?? null,
        deleteTranscripts: args.delete_transcript,
      })
    })
    const answer = await answerOf(ctx, plan)
    if (args.dry_run) return { state: 'planned' as const, ...answer }
    if (args.confirm !== answer.session_id) {
      reject('confirm', 'confirm is not the id of the session', 'send the whole id as confirm, or dry_run: true')
    }
    refuseDatabases(plan)
    for (const { date } of plan.parts) await refuseWhileRunning(workspaceFolder(ctx.diary.root, date))
    const state = await withForgetLock(ctx.diary, ctx.diary.lockTimeoutMs, () => carryOut(ctx, plan.tombstone))
    const { sessions, turns } = totals(plan.tombstone)
    await logDiary(
      ctx,
      { metadata: undefined },
      {
        type: 'diary_forgotten',
        summary: 'A session was forgotten',
        details: { sessions, turns, days: answer.days.length },
      },
    )
    return { state, ...answer }
  },
  toStatus: ({ state }) => (state === 'pending' ? { http: 202, exit: busyExit } : {}),
})

const busyExit = 6

/** Once the tombstone is written the session is kept out, and what cannot be removed now goes with the next start. */
async function carryOut(ctx: DiaryContext, tombstone: Tombstone): Promise<'forgotten' | 'pending'> {
  await writePending(ctx.diary, tombstone)
  try {
    await forgetNow(ctx, tombstone)
    return 'forgotten'
  } catch (error) {
    ctx.log(`diary: a session is not wholly forgotten yet: ${errorMessage(error)}`)
    return 'pending'
  }
}

/** Refuses to delete the file of an agent that keeps all its conversations in one. */
function refuseDatabases({ family, tombstone }: ForgetPlan): void {
  if (!tombstone.delete_transcripts || family.transcripts.every(({ form }) => form !== 'material')) return
  reject(
    'delete_transcript',
    'the agent keeps several conversations in one file',
    'delete the conversation in the agent itself, and forget it here without delete_transcript',
  )
}

function transcriptOf(transcript: ForgetPlan['family']['transcripts'][number], session: string) {
  const { sessionId: session_id, excluded, turns, path, archived: is_archived } = transcript
  const kind: 'subagent' | 'session' | 'copy' =
    excluded === 'subagent' ? 'subagent' : session_id === session ? 'session' : 'copy'
  return { session_id, kind, turns: excluded === null ? turns.length : 0, path, is_archived }
}

async function answerOf(ctx: DiaryContext, { family, parts, tombstone }: ForgetPlan) {
  const { source, session_id, days } = tombstone
  const ofDays = await Promise.all(
    days.map(async ({ date, sessions, turns }) => {
      const part = parts.find(each => each.date === date)
      return {
        date,
        sessions,
        turns,
        work_items: (part?.projects ?? []).flatMap(({ project_key, work_items }) =>
          work_items.map(ref => `diary:${date}/${project_key}/${ref}`),
        ),
        has_report: part?.hasReport ?? false,
        removed: part ? await removedWith(ctx, date) : [],
      }
    }),
  )
  return {
    source,
    session_id,
    transcripts: family.transcripts.map(each => transcriptOf(each, session_id)),
    days: ofDays,
    cited_by: await citing(ctx, family, tombstone),
    originals: family.originals,
    left: await leftOf(ctx, family, tombstone),
  }
}

/** What is removed with a day's part because it cannot be taken apart. */
async function removedWith({ diary }: DiaryContext, date: string): Promise<string[]> {
  const earlier = existsSync(join(workspaceFolder(diary.root, date), 'previous')) ? [`work/${date}/previous`] : []
  return [...earlier, ...(await madeFrom(diary.root, date))]
}

async function citing(
  ctx: DiaryContext,
  { transcripts }: ForgetPlan['family'],
  tombstone: Tombstone,
): Promise<z.output<typeof Cited>> {
  const { refs, days } = tombstone
  const own = (
    await Promise.all(
      days.map(({ date }) => publishedHere(ctx.diary.root, date).then(all => all.map(each => ({ date, ...each })))),
    )
  ).flat()
  const { records, kept } = await ctx.db.read(async tx => {
    const found = []
    for (const ref of refs) found.push(...(await recordsCiting(tx, ref)))
    return { records: found, kept: await versionsHolding(tx, new Forgotten([tombstone])) }
  })
  const ids = new Map(records.map(({ seq, project_id }) => [recordId(seq), project_id]))
  const { context, room } = refs.length === 0 ? { context: [], room: [] } : await ctx.findMentions(refs)
  return {
    records: [...ids].map(([id, project_id]) => ({ id, project_id })),
    context: context.map(project_id => ({ project_id })),
    room: room.map(({ project, file }) => ({ project_id: project, file })),
    published: [
      ...own.map(({ date, author, version, server }) => ({ date, author, version, server })),
      ...kept.map(({ date, author, version }) => ({ date, author, version, server: null })),
    ],
    notes: await notesOf(
      ctx,
      transcripts.flatMap(({ root }) => root ?? []),
      tombstone,
    ),
  }
}

/** Repositories belong to people, who may have pushed their notes: so they are named, with what to do, and not touched. */
async function notesOf({ diary, log }: DiaryContext, folders: readonly string[], named: Tombstone) {
  const found: z.output<typeof Cited>['notes'] = []
  for (const repository of knownCheckouts(diary, folders)) {
    try {
      const commits = await commitsNaming(gitIn(repository), named)
      if (commits.length > 0) found.push({ repository, commits, commands: commandsFor(repository, commits) })
    } catch (error) {
      if (!(error instanceof GitFailed)) throw error
      if (error.reason === 'no-git') return []
      log(`diary: the notes of ${repository} could not be read: ${error.said}`)
    }
  }
  return found
}

/** Hashes of so many commits are within the length of an argument. */
const commitsAtOnce = 200
const shortHash = 12

function commandsFor(repository: string, commits: readonly string[]): string[] {
  const place = shellWord(repository)
  const parts = Array.from({ length: Math.ceil(commits.length / commitsAtOnce) }, (_, part) =>
    commits.slice(part * commitsAtOnce, (part + 1) * commitsAtOnce).map(hash => hash.slice(0, shortHash)),
  )
  return [
    ...parts.map(some => `daybook why ${shellWord(some.join(' '))} --export git-notes --repository ${place}`),
    `git -C ${place} update-ref ${notesRef} "$(git -C ${place} commit-tree -m Notes '${notesRef}^{tree}')"`,
    `git -C ${place} reflog expire --expire=now ${notesRef}`,
  ]
}

async function leftOf(
  { diary }: DiaryContext,
  { transcripts }: ForgetPlan['family'],
  tombstone: Tombstone,
): Promise<string[]> {
  const files = new Set(transcripts.flatMap(({ archived, path }) => (archived ? [] : [path])))
  const home = dirname(diary.forgottenDir)
  const restored = (await namesIn(home))
    .filter(each => each.startsWith('before-restore-'))
    .map(each => join(home, each))
  return [...(tombstone.delete_transcripts ? [] : files), ...restored]
}

function totals({ days }: Tombstone): { sessions: number; turns: number } {
  return {
    sessions: Math.max(0, ...days.map(({ sessions }) => sessions)),
    turns: days.reduce((sum, { turns }) => sum + turns, 0),
  }
}

/** Takes the tombstone away and reads the transcript again, where it still is. */
async function undo(ctx: DiaryContext, session: string) {
  const tombstone = await withForgetLock(ctx.diary, ctx.diary.lockTimeoutMs, async () => {
    const found = listTombstones(ctx.diary).filter(each => each.tombstone.session_id.startsWith(session))
    const [only] = found
    if (!only)
      return reject(
        'session',
        `no forgotten session${quotedValue(session)}`,
        'daybook forget --list names them',
        'absent',
      )
    if (found.length > 1) reject('session', `${found.length} forgotten sessions are named so`, 'write more of the id')
    await removeTombstone(ctx.diary, only.tombstone)
    return only.tombstone
  })
  const { onProgress = () => {} } = ctx.call
  const { source, session_id, session_ids } = tombstone
  const found = await withIndex(ctx, async index => {
    await index.update(onProgress)
    return index.cache.transcripts().filter(each => each.source === source && session_ids.includes(each.sessionId))
  })
  return {
    state: 'back' as const,
    source,
    session_id,
    transcripts: found.map(each => transcriptOf(each, session_id)),
    days: tombstone.days.map(day => ({ ...day, work_items: [], has_report: false, removed: [] })),
    cited_by: { records: [], context: [], room: [], published: [], notes: [] },
    originals: [],
    left: [],
  }
}

export const diaryForgotten = diaryOperation({
  name: 'diary_forgotten',
  audience: 'people',
  summary: 'The sessions that were forgotten and are kept out; nothing of what was said in them.',
  effect: 'read',
  input: z.strictObject({}),
  result: {
    sessions: z.array(
      z.object({
        source: z.string(),
        session_id: z.string(),
        forgotten_at: z.string(),
        reason: z.string().nullable(),
        days: z.array(z.object({ date: z.string(), sessions: z.int(), turns: z.int() })),
        pending: z.boolean().describe('Not everything could be removed yet; the next start goes on'),
      }),
    ),
  },
  async run(_, { diary }) {
    const sessions = listTombstones(diary).map(({ tombstone, pending }) => {
      const { source, session_id, forgotten_at, reason, days } = tombstone
      return { source, session_id, forgotten_at, reason, days, pending }
    })
    return { sessions: sessions.sort((one, other) => (one.forgotten_at < other.forgotten_at ? 1 : -1)) }
  },
})
