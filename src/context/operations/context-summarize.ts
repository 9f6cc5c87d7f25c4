import { z } from 'zod'
import { Fault } from '../../kernel/fault.ts'
import { formatInstant } from '../../kernel/instants.ts'
import { parseShape } from '../../kernel/shape.ts'
import { reference } from '../../kernel/text.ts'
import { appendActivity } from '../../projects/activity.ts'
import { projectOperation } from '../context.ts'
import { findByProject } from '../find.ts'
import { ProjectData, StateText } from '../schema.ts'
import { changeProject } from '../store/projects.ts'

const Input = z.strictObject({
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
  input: Input,
  output: ProjectData,
  parse(args) {
    const input = parseShape(Input, args)
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
        session_id: null,
        seq: null,
        summary: `Summary of ${Buffer.byteLength(summary)} bytes stored`,
        details: null,
      })
      return updated
    })
  },
})
