import { z } from 'zod'
import { Fault } from '../../kernel/fault.ts'
import { formatInstant } from '../../kernel/instants.ts'
import { parseShape } from '../../kernel/shape.ts'
import { reference } from '../../kernel/text.ts'
import { appendActivity } from '../../projects/activity.ts'
import { lockProject } from '../../projects/store.ts'
import { findByProject, projectOperation } from '../context.ts'
import { ProjectData, ProjectRef, StateText } from '../schema.ts'
import { changeProject } from '../store/projects.ts'
import { summaryAt, summaryCount, summaryPage, summarySources } from '../store/summaries.ts'

const SummaryInput = z.strictObject({
  projectId: reference().describe('Project ID to update. Use project_list to find IDs.'),
  summary: StateText.describe(
    'Summary of recent events, session progress, or current project state. This replaces the current recentEvents field and will appear in subsequent context_build output.',
  ),
  additionalNotes: StateText.optional().describe(
    'Optional additional notes to persist alongside the summary. Replaces the current additionalNotes field if provided.',
  ),
})

export const contextSummarize = projectOperation({
  name: 'context_summarize',
  title: 'Summarize Context',
  summary:
    "Update a project's session state summary. Persists the provided summary text as the project's recent events, which will be included in subsequent context_build output. Use this after significant work milestones, context switches, or to record session progress for continuity. Analogous to Claude Code's /compact but for project-level state.",
  effect: 'append',
  access: 'writer',
  repeatable: true,
  input: SummaryInput,
  output: ProjectData,
  parse(args) {
    const input = parseShape(SummaryInput, args)
    if (input.summary.trim() === '') throw new Fault('SUMMARY_REQUIRED', 'The summary is blank.')
    return input
  },
  find: ({ projectId }, ctx) => findByProject(projectId, ctx),
  async run({ summary, additionalNotes }, { db, call, clock, project: { id, tick } }) {
    return db.write(async tx => {
      const now = formatInstant(clock())
      const customData = { recentEvents: summary, additionalNotes }
      const updated = await changeProject(
        tx,
        id,
        { customData },
        { principal: call.principal, source: 'context_summarize', now },
      )
      await appendActivity(tx, {
        project_id: id,
        tick,
        ts: updated.updatedAt,
        type: 'context_summarized',
        summary: `Summary of ${Buffer.byteLength(summary)} bytes stored`,
      })
      return updated
    })
  },
})

export const contextHistory = projectOperation({
  name: 'context_history',
  summary: 'The summaries and notes a project ever had, newest first.',
  audience: 'people',
  effect: 'read',
  access: 'reader',
  input: z.strictObject({
    projectId: ProjectRef,
    limit: z.int().min(1).max(200).default(20),
    before: z.int().min(1).optional().describe('Only entries older than this number'),
  }),
  output: z.object({
    entries: z.array(
      z.object({
        n: z.int(),
        timestamp: z.string(),
        source: z.enum(summarySources),
        by: z.string(),
        recentEvents: z.string().optional(),
        additionalNotes: z.string().optional(),
      }),
    ),
    total: z.int(),
  }),
  find: ({ projectId }, ctx) => findByProject(projectId, ctx),
  async run({ limit, before = Number.MAX_SAFE_INTEGER }, { db, project: { id } }) {
    return db.read(async tx => {
      const rows = await summaryPage(tx, id, before, limit)
      return {
        entries: rows.map(({ n, ts, source, principal_id, recent_events, additional_notes }) => ({
          n,
          timestamp: ts,
          // Only these are ever written.
          source: source as (typeof summarySources)[number],
          by: principal_id,
          ...(recent_events !== null && { recentEvents: recent_events }),
          ...(additional_notes !== null && { additionalNotes: additional_notes }),
        })),
        total: await summaryCount(tx, id),
      }
    })
  },
})

export const contextRestore = projectOperation({
  name: 'context_restore',
  summary: 'Make an earlier summary, with its notes, the current one again.',
  audience: 'people',
  effect: 'append',
  access: 'writer',
  repeatable: true,
  input: z.strictObject({
    projectId: ProjectRef,
    n: z.int().min(1).describe('Number of the entry in context_history'),
  }),
  output: ProjectData,
  find: ({ projectId }, ctx) => findByProject(projectId, ctx),
  async run({ n }, { db, call, clock, project: { id } }) {
    return db.write(async tx => {
      await lockProject(tx, id)
      const entry = await summaryAt(tx, id, n)
      if (!entry) {
        throw new Fault('INVALID_INPUT', 'The history has no entry with that number.', {
          hint: 'See context_history for the numbers there are.',
        })
      }
      const customData = { recentEvents: entry.recent_events, additionalNotes: entry.additional_notes }
      const author = { principal: call.principal, source: 'restore', now: formatInstant(clock()) } as const
      return changeProject(tx, id, { customData }, author)
    })
  },
})
