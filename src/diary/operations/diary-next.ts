import { z } from 'zod'
import { DateArgument, name, parsed } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import type { DiarySettings } from '../settings.ts'
import { type Progress, progressOf } from '../workspace/progress.ts'
import { type DiaryProject, type IndexedTurn, loadProject, loadProjects } from '../workspace/project.ts'
import { reading } from '../workspace/reading.ts'
import { nextRef } from '../workspace/refs.ts'
import { withTranscript } from '../workspace/transcript.ts'
import { type SpanHash, spanHashes } from '../workspace/turn-span.ts'

const phases = ['evidence', 'synthesis'] as const

const Input = z.strictObject({
  project_key: name('ledger-d7579830878a').optional(),
  phase: z.enum(phases).optional(),
  limit: z.int().min(1).max(20).default(5),
  date: DateArgument.optional(),
})

export const diaryNext = diaryOperation({
  name: 'diary_next',
  summary: 'What to do next: turns that need a chain (full_lines: read these in full), then turns to cover.',
  effect: 'read',
  input: Input,
  accepted: 'ok',
  result: {
    phase: z.enum([...phases, 'done']),
    items: z.array(z.record(z.string(), z.unknown())),
    remaining: z.object({ turns_without_chain: z.int(), uncovered_turns: z.int() }),
  },
  async run(args, ctx) {
    const { project_key, phase, limit, date } = parsed(Input, args)
    return reading(ctx, date, async workspace => {
      const projects =
        project_key === undefined ? await loadProjects(workspace) : [await loadProject(workspace, project_key)]
      const progress = await Promise.all(projects.map(progressOf))
      const unextracted = progress.flatMap(({ project, unextracted: turns }) => {
        const hashOf = spanHashes(ctx.diary, project)
        return turns.map(turn => ({ project, turn, hashOf }))
      })
      const open = progress.filter(({ uncovered }) => uncovered.length > 0)
      const remaining = {
        turns_without_chain: unextracted.length,
        uncovered_turns: open.reduce((sum, { uncovered }) => sum + uncovered.length, 0),
      }
      if (remaining.uncovered_turns === 0) return { phase: 'done' as const, items: [], remaining }
      const due = phase ?? (unextracted.length > 0 ? 'evidence' : 'synthesis')
      if (due === 'synthesis') return { phase: due, items: open.slice(0, limit).map(synthesisItem), remaining }
      const items = []
      for (const turn of unextracted.slice(0, limit)) items.push(await evidenceItem(ctx.diary, turn))
      return { phase: due, items, remaining }
    })
  },
})

function synthesisItem({ project, items, uncovered, hasChain }: Progress) {
  return {
    project_key: project.key,
    next_work_item_ref: nextRef(
      'W',
      items.map(item => item.work_item_ref),
    ),
    uncovered_turns: uncovered.map(({ session_ref, turn_ref }) => ({
      session_ref,
      turn_ref,
      has_chain: hasChain({ session_ref, turn_ref }),
    })),
  }
}

interface Unextracted {
  project: DiaryProject
  turn: IndexedTurn
  hashOf: SpanHash
}

async function evidenceItem(settings: DiarySettings, { project, turn, hashOf }: Unextracted) {
  const { row, session_ref, turn_ref, start, end } = turn
  const trigger = await withTranscript(settings, project, row, async transcript => transcript.compact(start, start))
  return {
    project_key: project.key,
    session_ref,
    turn_ref,
    start_line: start,
    end_line: end,
    span_sha256: await hashOf(turn),
    // A message typed while the agent was working stands in a record whose content compact mode leaves alone.
    full_lines: trigger.filter(({ content_kinds }) => content_kinds.length === 0).map(({ line }) => line),
  }
}
