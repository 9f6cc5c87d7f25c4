import { z } from 'zod'
import { formatCount } from '../../kernel/numbers.ts'
import { DateArgument, name } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { type Assignment, assignmentOf } from '../workspace/assignment.ts'
import { spanHashes } from '../workspace/facts.ts'
import { readWorkspace } from '../workspace/open.ts'
import { type Progress, progressOf } from '../workspace/progress.ts'
import { loadProject, loadProjects } from '../workspace/project.ts'
import { turnKey } from '../workspace/refs.ts'

const phases = ['evidence', 'synthesis'] as const

export const diaryNext = diaryOperation({
  name: 'diary_next',
  summary: 'What is next: turns that need a chain (read full_lines in full), then turns to cover.',
  effect: 'read',
  input: z.strictObject({
    project_key: name('ledger-d7579830878a').optional(),
    phase: z.enum(phases).optional(),
    limit: z.int().min(1).max(20).default(5),
    date: DateArgument.optional(),
  }),
  result: {
    phase: z.enum([...phases, 'done']),
    items: z.array(z.record(z.string(), z.unknown())),
    remaining: z.object({ turns_without_chain: z.int(), uncovered_turns: z.int() }),
  },
  chatText({ phase, items, remaining: { turns_without_chain, uncovered_turns } }) {
    if (phase === 'done') return 'Every turn is accounted for: the day can be rendered.'
    // The items are those made below.
    const lines = phase === 'evidence' ? (items as Assignment[]).map(assignmentLine) : (items as Open[]).map(openLine)
    return [
      ...lines,
      `${formatCount(turns_without_chain, 'turn')} without evidence, ${formatCount(uncovered_turns, 'turn')} in no work item.`,
    ].join('\n')
  },
  async run({ project_key, phase, limit, date }, ctx) {
    return readWorkspace(ctx, date, async workspace => {
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
      for (const { project, turn, hashOf } of unextracted.slice(0, limit)) {
        items.push(await assignmentOf(ctx.diary, project, turn, hashOf))
      }
      return { phase: due, items, remaining }
    })
  },
})

function assignmentLine({ project_key, start_line, end_line, span_sha256, full_lines, ...turn }: Assignment): string {
  const full = full_lines.length > 0 ? `  full_lines ${full_lines.join(', ')}` : ''
  return `${project_key}  ${turnKey(turn)}  lines ${start_line}-${end_line}  span_sha256 ${span_sha256}${full}`
}

type Open = ReturnType<typeof synthesisItem>

function openLine({ project_key, next_work_item_ref, uncovered_turns }: Open): string {
  const turns = uncovered_turns.map(turn => `${turnKey(turn)}${turn.has_chain ? '' : ' (no evidence)'}`)
  return `${project_key}  next ${next_work_item_ref}  ${formatCount(turns.length, 'turn')}: ${turns.join(', ')}`
}

function synthesisItem({ project, nextItemRef, uncovered, hasChain }: Progress) {
  return {
    project_key: project.key,
    next_work_item_ref: nextItemRef,
    uncovered_turns: uncovered.map(({ session_ref, turn_ref }) => ({
      session_ref,
      turn_ref,
      has_chain: hasChain({ session_ref, turn_ref }),
    })),
  }
}
